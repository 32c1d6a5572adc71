// A film (ledger/film.py): the drawing of every moment, unpacked when it is looked at.

export class Film {
  constructor(told) {
    this.told = told;
    this.frames = [];
    for (const frame of told.frames) this.frames.push(frame === 0 ? this.frames.at(-1) : frame);
  }

  at(index) {
    const { told } = this;
    const frame = this.frames[index];
    if (!frame) return null;
    const [top, seats, zones] = frame;
    return {
      ...told.tops[top],
      players: seats.map((one) => told.seats[one]),
      zones: zones.map((one) => ({ ...told.zones[one], things: told.zones[one].things.map((thing) => told.things[thing]) })),
    };
  }

  round(index) {
    return this.frames[index] ? roundOf(this.told, this.frames[index]) : null;
  }

  // Where each round begins: [{at, round}].
  rounds() {
    const found = [];
    this.frames.forEach((frame, at) => {
      const round = roundOf(this.told, frame);
      if (round && round !== found.at(-1)?.round) found.push({ at, round });
    });
    return found;
  }
}

const roundOf = (told, [top]) => told.tops[top].round;

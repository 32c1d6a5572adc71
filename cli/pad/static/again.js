// What a bad network kept from coming is asked for again, until it comes.

const PAUSES = [1000, 2000, 4000, 8000]; // milliseconds after the first failure, the second, and so on

// Resolves when it is time to try again: after a while, or when the phone says that there is a network.
export const pause = (tries) =>
  new Promise((ready) => {
    setTimeout(ready, PAUSES[tries] || PAUSES.at(-1));
    addEventListener("online", ready, { once: true });
  });

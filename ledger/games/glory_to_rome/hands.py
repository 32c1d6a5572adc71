"""Hidden hands: what a refusal said, and whether later play can be squared with it.

Every unseen card entered a hand at some moment and left it at a later one. A refusal of a material says of each card
then in the hand that it is something else. A card that comes to light must be one of the cards that were there, so
the cards that came to light are matched with those that went in; where no matching exists, a refusal was false.
"""

from typing import NamedTuple


class Denial(NamedTuple):
    """A player said to have none of a material."""

    moment: int
    material: str
    n: int


class Showing(NamedTuple):
    """A card that was unseen in a hand came to light; no material: it left unseen."""

    moment: int
    material: str


class Unseen:
    """The unseen cards of one hand."""

    __slots__ = ("denials", "entries", "showings", "taken")

    def __init__(self) -> None:
        self.entries: list[int] = []  # the moment each unseen card entered the hand
        self.showings: list[Showing] = []
        self.taken: list[int] = []  # for each showing the entry it is matched with
        self.denials: list[Denial] = []

    def __len__(self) -> int:
        return len(self.entries) - len(self.showings)

    def enter(self, moment: int) -> None:
        """A card nobody else sees is drawn."""
        self.entries.append(moment)

    def deny(self, moment: int, material: str, n: int) -> None:
        """The player has none of this material now."""
        if len(self):
            self.denials.append(Denial(moment, material, n))

    def show(self, moment: int, material: str) -> Denial | None:
        """A card leaves the unseen ones; the refusal that was false, if there must have been one."""
        self.showings.append(Showing(moment, material))
        self.taken.append(-1)
        lie = None
        while not self._place(len(self.showings) - 1, set()):
            told = [denial for denial in self.denials if denial.material == material]
            if not told:
                self._settle()
                break
            lie = told[-1]
            self.denials.remove(lie)
        if not len(self):
            self._clear()
        return lie

    def unproven(self) -> set[int]:
        """The refusals said of cards that have not come to light."""
        hidden = [entered for at, entered in enumerate(self.entries) if at not in self.taken]
        hidden += [self.entries[at] for at, one in zip(self.taken, self.showings, strict=True) if not one.material]
        return {denial.n for denial in self.denials if any(entered < denial.moment for entered in hidden)}

    def _place(self, showing: int, tried: set[int]) -> bool:
        """Match a showing with an entry, others making room if they can."""
        for entry, entered in enumerate(self.entries):
            if entry in tried or not self._agrees(self.showings[showing], entered):
                continue
            tried.add(entry)
            holder = self.taken.index(entry) if entry in self.taken else -1
            if holder < 0 or self._place(holder, tried):
                self.taken[showing] = entry
                return True
        return False

    def _agrees(self, showing: Showing, entered: int) -> bool:
        moment, material = showing
        if entered >= moment:
            return False
        return not any(denial.material == material and entered < denial.moment < moment for denial in self.denials)

    def _settle(self) -> None:
        """Nothing explains it but that the record is wrong elsewhere: take any entry that is free."""
        free = [entry for entry in range(len(self.entries)) if entry not in self.taken]
        self.taken[-1] = free[0] if free else -1

    def _clear(self) -> None:
        self.entries.clear()
        self.showings.clear()
        self.taken.clear()
        self.denials.clear()

    def forget(self, number: int, moment: int) -> None:
        """Begin anew with so many cards of which nothing is known."""
        self._clear()
        self.entries += [moment] * number

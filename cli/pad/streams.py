"""Who watches: each link has its places, and nobody who has many keeps out somebody who has none."""

import asyncio
from collections import Counter

from cli.pad.keys import Refused, Role
from ledger.words import Words

ALL, EACH = 400, 32  # in the house, and on one link of a table


class Watcher:
    """An open stream: its bell rings when there is news, or when it has to make room."""

    def __init__(self, link: tuple[str, Role], phone: tuple[str, str]) -> None:
        self.link = link  # which table, and as what
        self.phone = phone  # address, and what the phone calls itself
        self.bell = asyncio.Event()
        self.sent_away = False


class Streams:
    """Everybody who watches anything in the house, the longest there first."""

    def __init__(self) -> None:
        self.open: list[Watcher] = []

    def let_in(self, link: tuple[str, Role], phone: tuple[str, str]) -> Watcher:
        """A place on this link: a free one, else one of whoever has most of them; Refused where that is the asker."""
        beside = [one for one in self.open if one.link == link]
        if len(beside) >= EACH:
            self._make_room(beside, phone)
        elif len(self.open) >= ALL:
            lookers = [one for one in self.open if one.link[1] == "spectator"]
            self._make_room(lookers if lookers and link[1] != "spectator" else self.open, phone)
        watcher = Watcher(link, phone)
        self.open.append(watcher)
        return watcher

    def _make_room(self, among: list[Watcher], phone: tuple[str, str]) -> None:
        held = Counter(one.phone for one in among)
        most = max(held.values())
        if held[phone] >= most:
            raise Refused(429, "busy", Words("too many phones are watching; close some"))
        self.leave(next(one for one in among if held[one.phone] == most))

    def leave(self, watcher: Watcher) -> None:
        """A place is given back."""
        if watcher in self.open:
            self.open.remove(watcher)
        watcher.sent_away = True
        watcher.bell.set()

"""Who may come in: the house's key and three for each table, in files that only their owner can read."""

import re
import time
from collections import deque
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from typing import Literal

import msgspec

from ledger.files import cannot_write, put_in_place
from ledger.log import LogError
from ledger.words import Words

Role = Literal["scribe", "player", "spectator"]
ROLES: tuple[Role, ...] = ("scribe", "player", "spectator")
TRIES, MINUTE = 20, 60.0
REMEMBERED = 10_000  # addresses with wrong tries
FOLDER, HOUSE = ".pad", "house"


class Refused(Exception):
    """Something that is not done for this caller: the answer's status, a word for programs, and words for people."""

    def __init__(self, status: int, code: str, words: Words, **more: object) -> None:
        super().__init__(str(words))
        self.status, self.code, self.words, self.more = status, code, words, more

    def __reduce__(self) -> tuple[object, ...]:
        """It may be said by another process of ours."""
        return _refused, (self.status, self.code, self.words, self.more)


def _refused(status: int, code: str, words: Words, more: dict[str, object]) -> Refused:
    return Refused(status, code, words, **more)


class TableKeys(msgspec.Struct):
    """The three keys of a table."""

    scribe: str
    player: str
    spectator: str

    def role(self, key: str) -> Role | None:
        """What this key opens; all three are compared, so that time tells nothing."""
        found = [role for role in ROLES if same(getattr(self, role), key)]
        return found[0] if found else None


KEYS = msgspec.json.Decoder(TableKeys)


KEY = re.compile(rb"[\w-]{32,}")


def new_key() -> str:
    """192 bits that nobody guesses."""
    return token_urlsafe(24)


def same(one: str, other: str) -> bool:
    """Compared in constant time."""
    return compare_digest(one.encode(), other.encode("utf-8", "surrogateescape"))


class Keys:
    """The folder of keys beside the logs."""

    def __init__(self, logs: Path) -> None:
        self.folder = logs / FOLDER
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        self.house = self._house()
        self._tables: dict[str, TableKeys] = {}

    def _house(self) -> str:
        path = self.folder / HOUSE
        found = (_secret(path) or b"").strip()
        if not KEY.fullmatch(found):  # an empty one would let everybody in
            found = new_key().encode()
            put_secret(path, found)
        return found.decode()

    def of(self, table: str) -> TableKeys:
        """A table's keys, made when first asked for."""
        known = self.known(table)
        if known is None:
            known = self._tables[table] = self._write(table, _fresh())
        return known

    def known(self, table: str) -> TableKeys | None:
        """A table's keys, if it has any yet."""
        if table not in self._tables:
            found = self._read(table)
            if found is None:
                return None
            self._tables[table] = found
        return self._tables[table]

    def renew(self, table: str, role: Role) -> TableKeys:
        """A new key in place of one; the old one opens nothing from now on."""
        known = msgspec.structs.replace(self.of(table), **{role: new_key()})
        self._tables[table] = self._write(table, known)
        return known

    def _path(self, table: str) -> Path:
        return self.folder / f"{table}.keys"

    def _read(self, table: str) -> TableKeys | None:
        try:
            return KEYS.decode(_secret(self._path(table)) or b"")
        except msgspec.MsgspecError:
            return None

    def _write(self, table: str, keys: TableKeys) -> TableKeys:
        put_secret(self._path(table), msgspec.json.encode(keys))
        return keys


def _fresh() -> TableKeys:
    return TableKeys(new_key(), new_key(), new_key())


def _secret(path: Path) -> bytes | None:
    """A file that only its owner can read from now on, if it is there."""
    try:
        path.chmod(0o600)
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        words = Words("{path} cannot be opened: {why}", path=path, why=error.strerror or str(error))
        raise LogError(words) from error


def put_secret(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read, whole and on disk or not at all."""
    try:
        put_in_place(path, data, private=True)
    except OSError as error:
        raise cannot_write(path, error) from error


class Tries:
    """Wrong keys by address: after twenty in a minute no wrong one is answered for the rest of it.

    A right key is heard whoever else guesses behind the same address: nobody guesses 192 bits.
    """

    def __init__(self) -> None:
        self._wrong: dict[str, deque[float]] = {}

    def wrong(self, address: str) -> Refused:
        """Note a wrong key, and what to say to it."""
        known = self._wrong.get(address)
        if known is not None:
            self._forget(address, known)
        if known is not None and len(known) >= TRIES:
            return Refused(429, "tries", Words("too many wrong keys from this address; wait a minute"))
        self._note(address)
        return Refused(401, "key", Words("this key does not open this; ask for a new link"))

    def _note(self, address: str) -> None:
        if len(self._wrong) >= REMEMBERED:
            for one, times in list(self._wrong.items()):
                self._forget(one, times)
        self._wrong.setdefault(address, deque(maxlen=TRIES)).append(time.monotonic())

    def _forget(self, address: str, wrong: deque[float]) -> None:
        while wrong and wrong[0] < time.monotonic() - MINUTE:
            wrong.popleft()
        if not wrong:
            self._wrong.pop(address, None)

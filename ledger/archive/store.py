"""Where an archive lies: a folder, or a store by URL (s3://bucket/club); data files there are never changed."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

from ledger.log import LogError
from ledger.words import Words

if TYPE_CHECKING:
    from obstore.store import ObjectStore

Place = Path | str
CACHE_LIMIT = 8 << 30  # bytes of fetched files that are kept; the least recently used go first


class ArchiveError(LogError):
    """Something could not be done with an archive."""


class Store(Protocol):
    """The few things an archive asks of the place where it lies."""

    work: Path  # a folder of this machine, for what is not finished

    def read(self, name: str) -> bytes | None:
        """A small file, whole; None where there is none."""

    def create(self, name: str, data: bytes) -> bool:
        """Write a file that is not there yet, in one step; False where it is there."""

    def write(self, name: str, data: bytes) -> None:
        """Write a small file in one step, also over an old one."""

    def place(self, name: str, file: Path) -> None:
        """Put a finished file of this machine in its place."""

    def names(self, under: str) -> list[str]:
        """What lies under a name."""

    def remove(self, name: str) -> None:
        """Take a file away that nothing names any more."""

    def local(self, name: str, digest: str) -> Path:
        """A file as this machine can read it."""


def store_at(place: Place) -> Store:
    """The store that a path or a URL means."""
    return RemoteStore(str(place)) if is_url(place) else LocalStore(Path(place).resolve())


def is_url(place: Place) -> bool:
    """Whether an archive lies in a store, not in a folder of this machine."""
    return isinstance(place, str) and "://" in place


class LocalStore:
    """An archive in a folder of this machine."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.work = root / ".building"

    def __str__(self) -> str:
        return str(self.root)

    def read(self, name: str) -> bytes | None:
        """A small file, whole; None where there is none."""
        try:
            return (self.root / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def create(self, name: str, data: bytes) -> bool:
        """Written aside and on the disk first; a name can be given to it once only."""
        draft = self._draft(name, data)
        try:
            os.link(draft, self.root / name)
        except FileExistsError:
            return False
        finally:
            draft.unlink()
        _flush((self.root / name).parent)
        return True

    def write(self, name: str, data: bytes) -> None:
        """Written aside first, then put in the old one's place."""
        self._draft(name, data).replace(self.root / name)
        _flush((self.root / name).parent)

    def _draft(self, name: str, data: bytes) -> Path:
        place = self.root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        draft = place.with_name(f".{place.name}.{os.getpid()}")
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        return draft

    def place(self, name: str, file: Path) -> None:
        """Moved, once its bytes are on the disk."""
        _flush(file)
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        file.replace(self.root / name)

    def names(self, under: str) -> list[str]:
        """Files below a folder."""
        found = (self.root / under).rglob("*")
        return sorted(one.relative_to(self.root).as_posix() for one in found if one.is_file())

    def remove(self, name: str) -> None:
        """Gone."""
        (self.root / name).unlink(missing_ok=True)

    def local(self, name: str, digest: str) -> Path:
        """The file itself."""
        place = self.root / name
        if not place.is_file():
            raise _missing(self, name)
        return place


def _missing(store: Store, name: str) -> ArchiveError:
    """A file that the list names: somebody took it away, and only the logs still have what was in it."""
    words = "{path}: the file {name} is missing; delete the archive and build it again from its logs"
    return ArchiveError(Words(words, path=str(store), name=name))


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class RemoteStore:
    """An archive in a store that speaks S3, or another that obstore knows; what a question needs is fetched once."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.store = _opened(self.url)
        own = sha256(self.url.encode()).hexdigest()[:16]
        self.work = cache_folder() / "building" / own

    def __str__(self) -> str:
        return self.url

    def read(self, name: str) -> bytes | None:
        """A small file, whole; None where there is none."""
        import obstore

        with self._told():
            try:
                return bytes(obstore.get(self.store, name).bytes())
            except FileNotFoundError:
                return None

    def create(self, name: str, data: bytes) -> bool:
        """The store itself sees to it that a name is given once only."""
        import obstore
        from obstore.exceptions import AlreadyExistsError

        with self._told():
            try:
                obstore.put(self.store, name, data, mode="create")
            except AlreadyExistsError:
                return self.read(name) == data  # sent twice because the first answer was lost
        return True

    def write(self, name: str, data: bytes) -> None:
        """A store replaces a file in one step."""
        import obstore

        with self._told():
            obstore.put(self.store, name, data)

    def place(self, name: str, file: Path) -> None:
        """Sent; the file here is no longer needed."""
        import obstore

        with self._told():
            obstore.put(self.store, name, file)
        file.unlink()

    def names(self, under: str) -> list[str]:
        """Files whose names begin so."""
        import obstore

        with self._told():
            return sorted(str(one["path"]) for some in obstore.list(self.store, under) for one in some)

    def remove(self, name: str) -> None:
        """Gone."""
        import obstore

        with self._told():
            obstore.delete(self.store, name)

    def local(self, name: str, digest: str) -> Path:
        """A copy in the cache, called by its digest; a file never changes, so a copy is never stale."""
        import obstore

        place = cache_folder() / "files" / f"{digest}{Path(name).suffix}"
        if place.exists():
            place.touch()
            return place
        place.parent.mkdir(parents=True, exist_ok=True)
        draft = place.with_name(f".{place.name}.{os.getpid()}")
        found = sha256()
        with self._told():
            try:
                with draft.open("wb") as file:
                    for some in obstore.get(self.store, name).stream(1 << 20):
                        found.update(some)
                        file.write(some)
                if found.hexdigest() != digest:
                    words = Words("{url}/{name} is not the file that was written", url=self.url, name=name)
                    raise ArchiveError(words)
                draft.replace(place)
            except FileNotFoundError:
                raise _missing(self, name) from None
            finally:
                draft.unlink(missing_ok=True)
        _keep_within(place.parent, CACHE_LIMIT)
        return place

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What a store complains of, in one line."""
        from obstore.exceptions import BaseError

        try:
            yield
        except (BaseError, OSError) as error:
            if isinstance(error, FileNotFoundError):
                raise
            words = Words("{url}: the store does not answer as it should: {why}", url=self.url, why=_line(error))
            raise ArchiveError(words) from None


def _line(error: BaseException) -> str:
    return " ".join(str(error).split("\n")[0].split())[:200]


def _opened(url: str) -> "ObjectStore":
    try:
        from obstore.exceptions import BaseError
        from obstore.store import from_url
    except ImportError:
        words = Words("an archive in a store needs obstore: pip install 'quaestor-ledger[archive]'")
        raise ArchiveError(words) from None
    more: dict[str, Any] = {}
    if urlsplit(url).scheme == "s3" and os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://"):
        more = {"client_options": {"allow_http": True}}
    try:
        make: Callable[..., ObjectStore] = from_url
        return make(url, **more)
    except (BaseError, ValueError) as error:
        raise ArchiveError(Words("{url}: no store that is known here: {why}", url=url, why=_line(error))) from None


def cache_folder() -> Path:
    """Where files are kept that were fetched from a store."""
    given = os.environ.get("QUAESTOR_CACHE")
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(given) if given else Path(base) / "quaestor"


def _keep_within(folder: Path, most: int) -> None:
    files = sorted(((one.stat(), one) for one in folder.glob("*.parquet")), key=lambda one: -one[0].st_mtime)
    total = 0
    for about, file in files:
        total += about.st_size
        if total > most:
            file.unlink(missing_ok=True)

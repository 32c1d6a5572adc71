"""The pad's modules as scripts that need no other file: a browser asks once instead of once for each module."""

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "pad" / "static"
REST = "/static/rest.js"  # where the modules are that a first page does without
LOADER = "parts/later.js"  # the module that fetches them

IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "([^"]+)";$', re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORTED = re.compile(r"^export (?:async )?(?:const|function|class|let) (\w+)", re.MULTILINE)
LISTED = re.compile(r"export\s*\{([^}]*)\};?")
IDLE = re.compile(  # comments and indentation: nobody reads them there
    r"""^[ \t]*(?://.*)?\n|^[ \t]+|(?<=[;{,)\]]) // [^"`\n]*$""", re.MULTILINE
)

# No sentence of ours holds one of these between spaces,
SPACED = re.compile(r" (=>|={1,3}|!==|\+=|&&|\|\||\?\?|[?:+*-]|[<>]=?) ")
ENDED = re.compile(r"(?<=[;{(\[,])\n|(?<=\{) | (?=\})")  # nor ends a line of ours, nor leaves room in its braces


@cache
def bundle(*entries: str, root: Path = STATIC, without: frozenset[str] = frozenset()) -> str:
    """These modules and all that they import, but those that are there already.

    Each becomes a function that puts what it exports among all modules, where every other script finds it.
    """
    found = gathered(*entries, root=root)
    parts = [_inlined(name, text, root) for name, text in found.items() if name not in without]
    return "\n".join(['"use strict";', "globalThis.modules ??= {};", *parts]).replace("</script", "<\\/script")


def gathered(*entries: str, root: Path = STATIC) -> dict[str, str]:
    """Modules and everything they import, each after what it needs."""
    found: dict[str, str] = {}
    for entry in entries:
        _gather(entry, found, root, ())
    return found


def later(*entries: str, root: Path = STATIC) -> list[str]:
    """The modules that these, and those in turn, load when somebody wants them."""
    known, wanted, new = set(entries), list[str](), list(entries)
    while new:
        texts = gathered(*new, root=root)
        new = [
            path for name, text in texts.items() for path in (beside(name, one, root) for one in LATER.findall(text))
        ]
        new = sorted(set(new) - known)
        known.update(new)
        wanted += new
    return wanted


def beside(name: str, other: str, root: Path) -> str:
    """The module that another one calls by this path."""
    return (root / name).parent.joinpath(other).resolve().relative_to(root.resolve()).as_posix()


def _gather(name: str, found: dict[str, str], root: Path, above: tuple[str, ...]) -> None:
    if name in above:
        raise ValueError(f"{name} needs itself: {' → '.join(above)}")
    text = (root / name).read_text("utf-8")
    for _, _, other in IMPORT.findall(text):
        path = beside(name, other, root)
        if path not in found:
            _gather(path, found, root, (*above, name))
    found[name] = text


def _inlined(name: str, text: str, root: Path) -> str:
    handed = [*EXPORTED.findall(text)]
    for names in LISTED.findall(text):
        pairs = [one.split(" as ") for one in re.split(r"\s*,\s*", names.strip()) if one]
        handed += [f"{pair[-1]}:{pair[0]}" for pair in pairs]
    text = IMPORT.sub(lambda one: _taken(one[1], one[2], beside(name, one[3], root)), text)
    text = LATER.sub(lambda one: _later(beside(name, one[1], root)), text)
    text = IDLE.sub("", LISTED.sub("", re.sub(r"^export ", "", text, flags=re.MULTILINE)))
    text = ENDED.sub("", SPACED.sub(r"\1", text)).replace(">\n<", "><")
    return f'modules["{name}"] = (() => {{\n{text}\nreturn {{{",".join(handed)}}};\n}})();'


def _taken(names: str, whole: str, module: str) -> str:
    if whole:
        return f'const {whole} = modules["{module}"];'
    wanted = ",".join(one.strip().replace(" as ", ":") for one in names.split(",") if one.strip())
    return f'const {{{wanted}}}=modules["{module}"];'


def _later(module: str) -> str:
    return f'modules["{LOADER}"].rest("{REST}").then(()=>modules["{module}"])'

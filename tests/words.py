"""Everything that people read, collected from the house, and the catalogues of its translations.

`python -m tests.words` puts what is new into ledger/words/*.po, takes out what nobody says any more, and compiles.
"""

import ast
import re
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import msgspec
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from cli.main import whole
from cli.options import SHELVES
from cli.reader import COMPLAINTS, EXAMPLE, LANG, SYNTAX, commands, metavars, paragraphs
from ledger.games import GAMES
from ledger.log import decode, scan
from ledger.simulate import simulate
from ledger.walk import replay
from ledger.words import parts
from ledger.words.speech import CARD, COLUMN, HERE, LANGUAGES, TERM, language

HOUSE = Path(__file__).parent.parent
OTHERS = [code for code in LANGUAGES if code != "en"]
PLURALS = {"en": ("one", "other"), "fr": ("one", "other"), "pl": ("one", "few", "many")}
FORMS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
}
SAYING = {
    "Words",
    "Saying",
    "Complaint",
    "speak",
    "Award",
    "_may",
    "_complaint",
    "_bonus",
    "_counted",
    "_told",
    "refuse",
    "text",
}
HOLDING = {"words", "template", "said", "stranger", "also"}  # a variable or argument so called holds a template
SENTENCE = re.compile(r"(?!\{(player|card|tile|number|reason|why)\}$).*([^\W\d_]{2}|\{\w+.*\{)", re.S)
FIELD = re.compile(r"\{[a-z_]+[:}]")


class Found(dict):
    """Messages by context and English text, each with the files that say it."""

    def add(self, text, where, context=None):
        if text and text.strip():
            self.setdefault((context, text), set()).add(str(where))


# --- what is said in Python -------------------------------------------------------------------------------------------


def literals(node):
    """The texts that an expression may be: a literal, either side of a choice, several put together."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for one in node.values:
            yield from literals(one)
    elif isinstance(node, ast.Tuple):
        for one in node.elts:
            yield from literals(one)


def said_in(tree):
    """Every template in a module: what is called with a text, what a variable of templates holds."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in SAYING:
                for argument in (*node.args, *(one.value for one in node.keywords if one.arg in HOLDING)):
                    yield from (
                        text for text in literals(argument) if name in ("Words", "speak", "text") or " " in text
                    )
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
            if any(name in HOLDING for name in names):
                yield from literals(node.value)


def templates_in(tree):
    """Every text with a field in it, wherever it stands; in a game's source that is a template."""
    pieces = {id(piece) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for piece in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces:
            yield from [node.value] if FIELD.search(node.value) else []


def python(found):
    for folder in ("ledger", "cli"):
        for path in sorted((HOUSE / folder).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            everywhere = templates_in(tree) if "games" in path.parts else ()
            for text in (*said_in(tree), *everywhere):
                if SENTENCE.match(text):
                    found.add(text, path.relative_to(HOUSE))


# --- the command line -------------------------------------------------------------------------------------------------


def help_texts(found):
    where = "cli/reader.py"
    for text in (*SYNTAX, *COMPLAINTS, LANG, "Example: {command}", "[OPTIONS]", "COMMAND [ARGS]..."):
        found.add(text, where)
    for text in SHELVES:
        found.add(text, "cli/options.py")
    for command in sorted(commands(whole()), key=lambda one: one.name or ""):  # whichever room came first
        where = f"cli ({command.name})"
        for text in paragraphs(command.help or ""):
            if not text.startswith(EXAMPLE):
                found.add(text, where)
        for one in command.params:
            found.add(one.help or "", where)
        for _, word in metavars(command):
            found.add(word, where, TERM)


# --- questions, tables, cards -----------------------------------------------------------------------------------------


def question_texts(found):
    from ledger.questions import questions

    for one in questions().values():
        where = f"ledger/questions/{one.name}.sql"
        said = (one.title, one.about, one.above, one.below, one.note, *(each.about for each in one.parameters))
        for text in said:
            found.add(text, where)
        for column in columns_of(one):
            found.add(column.replace("_", " "), where, COLUMN)


def metric_texts(found):
    from cli.statistics import EXAMPLES
    from ledger.charts import ELSEWHERE, HELD_AGAINST
    from ledger.labels import SPOKEN
    from ledger.metrics import COLUMNS, metrics
    from ledger.metrics.filters import GAME_LEVEL, ROW_LEVEL

    for one in metrics().values():
        where = f"ledger/metrics/{one.name}.sql"
        for text in (one.title, one.about, one.above, one.below, one.unit if one.unit != "%" else ""):
            found.add(text, where)
        for column in (*one.own, *GAME_LEVEL, *ROW_LEVEL, *COLUMNS, "value rate", "baseline rate", "remark"):
            found.add(column.replace("_", " "), where, COLUMN)
    for text in (*HELD_AGAINST.values(), *ELSEWHERE, *SPOKEN.values()):
        found.add(text, "ledger/charts.py")
    for _, text in EXAMPLES:
        found.add(text, "cli/statistics.py")


def columns_of(one):
    """The columns of an answer, from the query put to empty tables."""
    import duckdb

    from ledger.questions import bounded, run
    from ledger.sql_process import shapes

    if one.combines is not None:
        return one.combines.names
    db = duckdb.connect()
    for shape in shapes(GAMES):
        columns = ", ".join(f'"{name}" {kind}' for name, kind, _ in shape.columns)
        db.execute(f'CREATE TABLE "{shape.name}" ({columns})')
    columns, rows = run(db, one, {parameter.name: parameter.default for parameter in one.parameters})
    return bounded(one, columns, rows)[0]


def card_texts(found):
    """Card lists' titles, and the names of cards that a list does not give in every language."""
    for game in GAMES.values():
        for path in sorted((game.about.folder / "catalogue").glob("*.json")):
            deck = game.cards.deck(path.read_bytes(), game.about.editions[0])
            found.add(deck.title, path.relative_to(HOUSE))
            for name in deck.names.values():
                if set(LANGUAGES) - {"en"} - set(name.others):
                    found.add(name.word, path.relative_to(HOUSE), CARD)


def terms(found):
    """Single words of ours: categories, resources, kinds of cards, what an event and its fields are called."""
    from ledger.words import terms as own

    for word in own.TERMS:
        found.add(word, "ledger/words/terms.py", TERM)
    for game in GAMES.values():
        where = (game.about.folder / "__init__.py").relative_to(HOUSE)
        found.add(game.title, where)
        for word in (*game.worth.categories, *game.about.terms, *headings(game)):
            found.add(word.replace("_", " "), where, TERM)


def headings(game):
    """What the table's parts are called in show."""

    def keys(value):
        for key in value if isinstance(value, dict) else ():
            yield key
            yield from keys(value[key])
        for one in value if isinstance(value, list) else ():
            yield from keys(one)

    _, events = decode(scan(simulate(game, 1)), GAMES)
    found = [key for at in (len(events) // 2, None) for key in keys(game.scribe.view(replay(game, events, at).table))]
    return [key for key in dict.fromkeys(found) if not any(map(str.isdigit, key))]


# --- pages ------------------------------------------------------------------------------------------------------------


QUOTED = r'"((?:[^"\\]|\\.)*)"'
ONE, PAIR = re.compile(rf"\bt\(\s*{QUOTED}"), re.compile(rf"\bt\.n\(\s*{QUOTED},\s*{QUOTED}")
ATTRIBUTE = re.compile(r'data-t="([^"]*)"')


def page_texts(found):
    for path in sorted((HOUSE / "cli" / "pad").rglob("*")):
        if path.suffix not in (".js", ".html") or "vendor" in path.parts:
            continue
        text, where = path.read_text("utf-8"), path.relative_to(HOUSE)
        for match in ONE.finditer(text):
            found.add(msgspec.json.decode(f'"{match[1]}"'), where)
        for match in PAIR.finditer(text):
            found.add((msgspec.json.decode(f'"{match[1]}"'), msgspec.json.decode(f'"{match[2]}"')), where)
        for match in ATTRIBUTE.finditer(text):
            found.add(match[1], where)


class PageFound(Found):
    def add(self, text, where, context=None):
        self.setdefault((context, text), set()).add(str(where))


def everything():
    """All messages of the house."""
    found = PageFound()
    page_texts(found)
    for collect in (python, help_texts, question_texts, metric_texts, card_texts, terms):
        part = Found()
        collect(part)
        for key, where in part.items():
            found.setdefault(key, set()).update(where)
    return found


# --- catalogues -------------------------------------------------------------------------------------------------------


def read(code):
    path = HERE / f"{code}.po"
    if not path.exists():
        return Catalog(locale=code)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def merged(code, found):
    """A catalogue with everything that is said and nothing else; what was translated stays."""
    old, new = read(code), Catalog(locale=code, domain="quaestor", fuzzy=False, header_comment=f"# {LANGUAGES[code]}")
    for (context, text), where in sorted(found.items(), key=lambda one: (str(one[0][0]), sorted(one[1])[0])):
        single = text[0] if isinstance(text, tuple) else text
        known = old.get(single, context=context)
        translated = known.string if known is not None and not known.fuzzy else ""
        if isinstance(text, tuple) and not isinstance(translated, tuple):
            translated = ("",) * len(PLURALS[code])
        new.add(text, translated, locations=[(one, None) for one in sorted(where)], context=context)
    return new


HEAD = """# {name}
msgid ""
msgstr ""
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {forms}\\n"

"""


def po_bytes(code, catalog):
    stream = BytesIO()
    write_po(stream, catalog, width=120, omit_header=True, include_lineno=False)
    return HEAD.format(name=LANGUAGES[code], code=code, forms=FORMS[code]).encode() + stream.getvalue()


def mo_bytes(code):
    """What Python's gettext reads."""
    catalog = read(code)
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)  # the same bytes every day
    stream = BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def json_bytes(code, found):
    """What a page reads: its own texts."""
    catalog, texts = read(code), {}
    for (context, text), where in sorted(found.items(), key=str):
        message = catalog.get(text[0] if isinstance(text, tuple) else text, context=context)
        if message is None or not message.string:
            continue
        if context is None and any(one.startswith("cli/pad/") for one in where):
            texts["\0".join(text) if isinstance(text, tuple) else text] = message.string
    plurals = {form: at for at, form in enumerate(PLURALS[code])} | {"fr": {"many": 1}, "pl": {"other": 2}}[code]
    whole = {"language": code, "mark": language(code).mark, "plurals": plurals, "texts": texts}
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def fields(text):
    """The names in a template's fields."""
    return {field for _, field, _ in parts(text) if field}


def main():
    found = everything()
    for code in OTHERS:
        (HERE / f"{code}.po").write_bytes(po_bytes(code, merged(code, found)))
        (HERE / f"{code}.mo").write_bytes(mo_bytes(code))
        (HERE / f"{code}.json").write_bytes(json_bytes(code, found))
        catalog = read(code)
        missing = [one.id for one in catalog if one.id and not (all(one.string) if one.pluralizable else one.string)]
        print(f"{code}: {len(catalog)} messages, {len(missing)} to translate", file=sys.stderr)


if __name__ == "__main__":
    main()

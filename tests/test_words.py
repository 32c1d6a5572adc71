"""Every language says everything: catalogues are complete and current, numbers and names come out right."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import ROOMS, whole
from cli.reader import HELP, commands, recognised
from ledger.audit import audit, finding_json
from ledger.choices import choices
from ledger.exports import played
from ledger.exports.html import html
from ledger.exports.text import text
from ledger.games import GAMES
from ledger.log import decode, scan
from ledger.rulebook import rule_text, rule_title
from ledger.score import draw_up
from ledger.simulate import simulate, start
from ledger.story import story
from ledger.walk import open_record
from ledger.words import Name, Points, Words, parts
from ledger.words.speech import HERE, LANGUAGES, TERM, asked_for, browser, language
from tests import words
from tests.patience import PATIENCE

QUAESTOR = str(Path(sys.executable).with_name("quaestor"))
SAMPLES = Path(__file__).parent.parent / "sample_logs"
OTHERS = words.OTHERS


@pytest.fixture(scope="module")
def found():
    return words.everything()


def quaestor(*said, lang="", **environment):
    env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **environment}
    more = ["--lang", lang] if lang else []
    return subprocess.run([QUAESTOR, *map(str, said), *more], capture_output=True, text=True, env=env, timeout=PATIENCE)


# --- the catalogues ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", OTHERS)
def test_everything_that_is_said_is_translated_and_nothing_else(code, found):
    catalog = words.read(code)
    known = {(one.context, one.id) for one in catalog if one.id}

    assert set(found) - known == set(), "run: python -m tests.words"
    assert known - set(found) == set(), "run: python -m tests.words"
    for one in catalog:
        if one.id:
            assert not one.fuzzy, one.id
            assert all(one.string) if one.pluralizable else one.string, one.id


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_fields_of_its_template_and_all_forms_of_a_plural(code):
    for one in words.read(code):
        if not one.id or one.context:
            continue
        english = one.id if isinstance(one.id, tuple) else (one.id,)
        for string in one.string if isinstance(one.string, tuple) else (one.string,):
            assert words.fields(string) == words.fields(english[0]), one.id
            forms = [spec.split("|") for _, _, spec in parts(string) if "|" in spec]
            assert all(len(each) == len(words.PLURALS[code]) for each in forms), string


@pytest.mark.parametrize("code", OTHERS)
def test_what_is_compiled_is_current(code, found):
    assert (HERE / f"{code}.po").read_bytes() == words.po_bytes(code, words.merged(code, found))
    assert (HERE / f"{code}.mo").read_bytes() == words.mo_bytes(code)
    assert browser(code) == words.json_bytes(code, found)


@pytest.mark.parametrize("code", OTHERS)
def test_every_term_with_forms_has_as_many_as_its_language_counts(code):
    for one in words.read(code):
        if one.context == TERM:
            for form in one.string.split(" | ")[1:]:
                name, _, value = form.partition(": ")
                assert name and value, one.string
                assert name != "n" or len(value.split(", ")) == len(words.PLURALS[code]), one.string


@pytest.mark.parametrize("code", OTHERS)
def test_card_lists_and_catalogues_agree_on_names(code):
    for game in GAMES.values():
        deck = game.cards.deck(game.catalogue().data, game.about.editions[0])
        for name in deck.names.values():
            assert language(code).told(name) != "", name
            if code in name.others:
                assert language(code).told(name) == name.others[code]


def test_whatever_a_game_says_is_in_the_catalogues(found):
    """The collector reads the source; here the templates that games really use are held against what it found."""
    known = {text for context, text in found if context is None}
    for path in [*SAMPLES.rglob("*.jsonl")]:
        report = audit(path.read_bytes(), GAMES)
        said = [finding.message for finding in report.findings] + [line.reason for line in report.sheet.lines]
        for one in [each for top in said for each in nested(top)]:
            assert one.template in known or re.fullmatch(r"\{\w+\}", one.template), (path.name, one.template)
    for game in GAMES.values():
        _, events = decode(scan(simulate(game, 3)), GAMES)
        for moment in story(game, events):
            for one in nested(moment.words):
                assert one.template in known or re.fullmatch(r"\{\w+\}", one.template), one.template


def nested(said):
    yield said
    for value in said.values.values():
        for one in value if isinstance(value, list | tuple) else [value]:
            if isinstance(one, Words):
                yield from nested(one)


# --- numbers and names ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "polish", "french", "english"),
    [
        (0, "sestercji", "pièce", "coins"),
        (1, "sestercja", "pièce", "coin"),
        (2, "sestercje", "pièces", "coins"),
        (4, "sestercje", "pièces", "coins"),
        (5, "sestercji", "pièces", "coins"),
        (12, "sestercji", "pièces", "coins"),
        (14, "sestercji", "pièces", "coins"),
        (22, "sestercje", "pièces", "coins"),
        (25, "sestercji", "pièces", "coins"),
        (101, "sestercji", "pièces", "coins"),
        (112, "sestercji", "pièces", "coins"),
        (122, "sestercje", "pièces", "coins"),
    ],
)
def test_a_number_has_the_word_that_goes_with_it(number, polish, french, english):
    said = Words("{coins} {coins:coin|coins}", coins=number)

    assert language("pl")(said) == f"{number} {polish}"
    assert language("fr")(said) == f"{number} {french}"
    assert language("en")(said) == str(said) == f"{number} {english}"


def test_things_are_counted_in_the_form_that_goes_with_their_number():
    demand = {"bread": 2, "beer": 1, "potion": 5}

    assert language("pl").told(demand) == "2 chleby i 1 piwo i 5 eliksirów"
    assert language("fr").told(demand) == "2 pains et 1 cervoise et 5 potions"
    assert language("en").told(demand) == "2 bread and 1 beer and 5 potion"


def test_tenths_have_the_mark_of_the_language():
    assert [language(code).told(Points(-35, 10)) for code in LANGUAGES] == ["-3.5", "-3,5", "-3,5"]
    assert [language(code).told(Points(35, 1)) for code in LANGUAGES] == ["35", "35", "35"]


def test_french_elides_before_a_vowel():
    said = Words("won by {winners}", winners="Ana")

    assert language("fr")(said) == "victoire d'Ana"
    assert language("fr")(Words("won by {winners}", winners="Bo")) == "victoire de Bo"


def test_a_name_that_a_card_list_lacks_comes_from_the_catalogue_and_one_it_has_from_the_list():
    assert language("pl").told(Name("House", {"fr": "La maison"}, "b01")) == "Dom b01"
    assert language("fr").told(Name("House", {"fr": "La maison"}, "b01")) == "La maison b01"
    assert language("pl").told(Name("Gasworks", {}, "b99")) == "Gasworks b99"


def test_what_players_are_called_is_never_translated():
    said = Words("{player} claims {found}; the table is worth {expected}", player="beer", found=["x"], expected=["y"])

    assert language("pl")(said).startswith("beer zgłasza")


def test_the_language_is_the_one_asked_for_else_the_system_s_else_english():
    assert asked_for({"LC_ALL": "pl_PL.UTF-8", "LANG": "fr_FR"}) == "pl"
    assert asked_for({"LC_ALL": "", "LC_MESSAGES": "fr_CA.UTF-8", "LANG": "pl_PL"}) == "fr"
    assert asked_for({"LANG": "de_DE.UTF-8"}) == asked_for({"LANG": "C.UTF-8"}) == asked_for({}) == "en"
    assert "zarzutu" in quaestor("audit", SAMPLES / "lutece", LANG="pl_PL.UTF-8").stdout
    assert "en règle" in quaestor("audit", SAMPLES / "lutece", lang="fr", LANG="pl_PL.UTF-8").stdout


# --- rules ------------------------------------------------------------------------------------------------------------


def rules(game, code):
    page = game.about.folder / ("RULES.md" if code == "en" else f"RULES.{code}.md")
    return page.read_text("utf-8")


def places(page):
    """By rule: which editions its line of places names, and with which heading; a silent one with none."""
    told = {}
    for section in page.split("\n### ")[1:]:
        rule, line = section.split(" ", 1)[0], section.split("\n\n")[1]
        named = re.findall(r"(?:· |; )((?:FR|EN|PL)\b[^·;(\n]*)", line)
        told[rule] = [re.sub(r" (silent|muet|milczy)$", " -", re.split(r" ?: ", one)[0].strip()) for one in named]
    return told


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", GAMES)
def test_rules_have_the_same_numbers_places_options_and_parts_in_every_language(name, code):
    own, english = rules(GAMES[name], code), rules(GAMES[name], "en")
    headings = r"^(##+ [A-Z]+-\w+|##) "

    assert re.findall(headings, own, re.M) == re.findall(headings, english, re.M)
    assert places(own) == places(english)
    quoted = [set(re.findall(r"`[^`\n]+`", page)) for page in (own, english)]
    reasons = {"`tied`", "`unpaid`"}  # in English these are the very words
    assert quoted[0] - reasons == quoted[1] - reasons
    assert own.count("\n|") == english.count("\n|")
    assert own.count("\n\n") == english.count("\n\n")


def test_a_rule_is_read_in_the_reader_s_language():
    game = GAMES["lutece"]

    assert rule_text(game, "LUT-R14", "fr").startswith("LUT-R14 Pour gagner")
    assert rule_title(game, "LUT-R5", "fr", "fr") == "LUT-R5 Les cartes Action reviennent à chaque tour"
    assert rule_title(game, "LUT-R5", "pl", "pl") == "LUT-R5 Karty akcji wracają w każdej rundzie (PL Koniec rundy)"
    assert "Łapówki" in quaestor("rule", "lut-r7", lang="pl").stdout


# --- the command line -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", OTHERS)
def test_every_command_has_its_help_in_every_language(code):
    names = [name for room in ROOMS.values() for name in room]
    examples = {"fr": "Exemple", "pl": "Przykład"}
    for name in ["", *names]:
        run = quaestor(*name.split(), "--help", lang=code)
        assert run.returncode == 0, run.stderr
        assert not re.search(r"Usage: |Example: |Show this|\[default:|\[required|Options:.*\[OPTIONS\]Z", run.stdout)
        assert examples[code] in run.stdout or name in ("", "catalogue", "archive")
        assert re.search(rf"--help +{re.escape(language(code).text(HELP))}", run.stdout)
        assert "..." not in run.stdout.partition("--help")[2]  # a list cuts no sentence short


def test_every_command_takes_a_language():
    run = quaestor("score", SAMPLES / "lutece" / "nowhere.jsonl", lang="fr")
    assert (run.returncode, run.stdout) == (2, "")
    assert "nowhere.jsonl" in run.stderr
    assert quaestor("audit", "--lang", "de").stderr == "quaestor: unknown language 'de'; known: en, fr, pl\n"
    assert quaestor("--lang", "pl", "pack").stderr.splitlines()[-1] == "Błąd: Brakuje argumentu 'ścieżki...'."


def test_what_typer_complains_of_is_recognised():
    said = recognised("Invalid value for '--games': 0 is not in the range x>=1.")

    assert language("pl")(said) == "Niewłaściwa wartość '--games': 0 nie mieści się w zakresie x>=1."
    assert recognised("something new") == "something new"


@pytest.mark.parametrize("code", OTHERS)
def test_json_is_the_same_in_every_language(code, tmp_path):
    log = SAMPLES / "bad" / "lutece" / "false-claimed-score.jsonl"
    for said in (["audit", log], ["score", log], ["show", log], ["rule", "LUT-R14"], ["ask"]):
        assert quaestor(*said, "--json", lang=code).stdout == quaestor(*said, "--json").stdout
        json.loads(quaestor(*said, "--json", lang=code).stdout)


def test_json_is_english_whatever_the_edition():
    for path in (SAMPLES / "bad").rglob("*.jsonl"):
        for finding in audit(path.read_bytes(), GAMES).findings:
            told = finding_json(finding)
            assert not re.search("[ąćęłńóśźżàâçéèêëîïôûùœ]", re.sub("Lutèce|Léo|Zoé", "", told["message"])), told


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", ["lutece/bought-though-tied", "builders/sent-while-at-work"])
def test_a_report_reads_like_this(name, code, snapshot):
    path = SAMPLES / "bad" / f"{name}.jsonl"
    run = subprocess.run(
        [QUAESTOR, "audit", path.name, "--lang", code],
        cwd=path.parent,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert run.stdout == snapshot


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", ["lutece", "builders", "glory_to_rome"])
def test_a_sheet_with_its_reasons_reads_like_this(name, code, snapshot):
    path = sorted((SAMPLES / name).glob("*.jsonl"))[0]

    assert quaestor("score", path, "--why", lang=code).stdout == snapshot


ENGLISH = re.compile(
    r"\b(the|of|and|with|is|are|has|have|not|which|coins|cards|player|players|points|pays|buys|takes|won|beer|bread|wood"
    r"|stone|brick|marble|rubble|concrete|vault|hand|deck|tile|turn|finished|by)\b"
)


@pytest.mark.parametrize("code", OTHERS)
def test_no_line_is_half_english(code):
    speak = language(code)
    for path in [*SAMPLES.rglob("*.jsonl")]:
        report = audit(path.read_bytes(), GAMES)
        said = [finding.message for finding in report.findings] + [line.reason for line in report.sheet.lines]
        for one in said:
            found = ENGLISH.findall(re.sub(r"\w+_\w+", "", speak(one)))
            assert not set(found) - {"points"} if code == "fr" else not found, (path.name, str(one), speak(one))


@pytest.mark.parametrize("code", OTHERS)
def test_what_may_happen_and_what_happened_is_told_in_every_language(code):
    speak = language(code)
    for game in GAMES.values():
        _, events = decode(scan(simulate(game, 5)), GAMES)
        for moment in story(game, events):
            found = set(ENGLISH.findall(speak(moment.words)))
            assert not found - ({"points"} if code == "fr" else set()), (str(moment.words), speak(moment.words))
        record = open_record(game, events[:1])
        assert speak(game.scribe.ask(record.table)) != str(game.scribe.ask(record.table))
        assert all(speak(choice.words) for choice in choices(game, record.table))


@pytest.mark.parametrize("code", OTHERS)
def test_a_printable_sheet_and_the_event_list_are_in_the_reader_s_language(code):
    path = sorted((SAMPLES / "lutece").glob("*.jsonl"))[0]
    one = played(path.name, path.read_bytes(), GAMES)
    speak = language(code)

    assert f'<html lang="{code}">' in html([one], speak)
    assert "Won by" not in html([one], speak)
    told = re.sub(r"^\{.*\n", "", text(one, speak), flags=re.M)  # what words cannot say
    assert not ENGLISH.search(re.sub(r"\w+_\w+|Lutèce.*\n", "", told))
    assert len(told.splitlines()) > 50


@pytest.mark.parametrize("code", OTHERS)
def test_every_option_and_category_of_a_sheet_has_a_word(code):
    for game in GAMES.values():
        sheet = draw_up(open_record(game, [start(game, ["Ana", "Bo"])]))
        for category in [*sheet.figures["Ana"], "total"]:
            assert language(code).forms(category)[""]


def test_a_quick_question_in_english_needs_no_gettext():
    code = "import sys, cli.main, cli.judge; from ledger.words.speech import language; language('en'); " \
           "print('babel' in sys.modules, 'ledger.words.terms' in sys.modules)"  # fmt: skip
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    assert run.stdout.split() == ["False", "False"]


def test_every_help_text_is_translated_a_paragraph_at_a_time():
    assert {one.name for one in commands(whole())} >= {"audit", "score", "check", "build"}


def test_a_word_goes_with_so_many_as_are_listed():
    said = "{found} {found:has|have} neither followed nor thought"
    one, two, five = (Words(said, found=[*"ABCDE"][:number]) for number in (1, 2, 5))
    assert str(one) == "A has neither followed nor thought"
    assert str(two) == "A, B have neither followed nor thought"
    assert language("fr")(one) == "A n'a ni suivi ni réfléchi"
    assert language("fr")(two) == "A, B n'ont ni suivi ni réfléchi"

    won = "the table names {found} as the {found:winner|winners}; {expected} won"
    polish = [language("pl")(Words(won, found=["A"] * number, expected=["B"] * number)) for number in (1, 2)]
    assert polish == ["stół wskazuje zwycięzcę: A; wygrywa B", "stół wskazuje zwycięzców: A, A; wygrywają B, B"]
    assert len(language("pl")(five)) > 0


def test_no_column_name_is_read_by_anybody():
    assert language("en").term("merchant_bonus") == "merchant bonus"

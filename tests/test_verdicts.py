"""A league's list: every log with its verdict, what needs a person first, each finding beside what happened there."""

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ledger.audit import Finding, audit
from ledger.events import GameStarted
from ledger.games import GAMES
from ledger.language import understand
from ledger.verdicts import in_need, judged, kind_of, verdicts_csv, verdicts_page
from ledger.walk import fold, open_record, step
from ledger.words import Words
from ledger.words.speech import language

QUAESTOR = str(Path(sys.executable).with_name("quaestor"))
SAMPLES = Path("sample_logs")


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    """Forty logs, half of them spoilt, one of them torn, and one that is none."""
    folder = tmp_path_factory.mktemp("season") / "league"
    folder.mkdir()
    for name in GAMES:
        for log in sorted((SAMPLES / name).glob("*.jsonl"))[:7]:
            shutil.copy(log, folder / f"{name}-{log.name}")
        for log in sorted((SAMPLES / "bad" / name).glob("*.jsonl"))[::9][:7]:
            shutil.copy(log, folder / f"{name}-spoilt-{log.name}")
    (folder / "torn.jsonl").write_bytes(next((SAMPLES / "lutece").glob("*.jsonl")).read_bytes()[:5000])
    shutil.copy("LICENSE", folder / "licence.jsonl")
    return folder


def run(*words, code, cwd=None):
    done = subprocess.run([QUAESTOR, *map(str, words)], capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


class Page(HTMLParser):
    """Every tag, every anchor and where links lead."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.names, self.links = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.names += [value for key, value in attrs if key == "id"]
        self.links += [value for key, value in attrs if key == "href"]


def test_two_judges_get_the_same_bytes_wherever_they_stand(league, tmp_path):
    for code in ("en", "fr", "pl"):
        here, there = tmp_path / f"{code}1.html", tmp_path / f"{code}2.html"
        run("verdicts", "league", "-o", here, "--lang", code, code=2, cwd=league.parent)
        run("verdicts", league, "-o", there, "--lang", code, "--workers", 2, code=2)
        assert here.read_bytes() == there.read_bytes()
        assert str(league.parent) not in here.read_text()
        assert f'<html lang="{code}">' in here.read_text()


def test_every_link_of_the_page_leads_to_a_finding(league):
    logs = in_need(judged(path.name, audit(path.read_bytes(), GAMES), GAMES) for path in league.glob("*.jsonl"))
    page = Page(verdicts_page(logs))
    assert {link[1:] for link in page.links} <= {*page.names}
    assert len(page.names) == len({*page.names})
    assert not {"script", "img", "iframe", "form"} & {*page.tags}
    told = [found for one in logs for found in one.found]
    assert len(told) == sum(name.count("-") == 2 for name in page.names)
    for one in logs:
        for found in one.found:
            assert not found.around or found.finding.n in [told.n for told in found.around]


def test_what_needs_a_person_comes_first(league, tmp_path):
    told = json.loads(run("verdicts", league, "--json", code=2))
    verdicts = [one["verdict"] for one in told["logs"]]
    order = ["unjudgeable", "damaged", "findings", "clean"]
    assert verdicts == sorted(verdicts, key=order.index)
    assert told["counts"] == {word: verdicts.count(word) for word in ("clean", "findings", "damaged", "unjudgeable")}
    assert len(verdicts) == len([*league.glob("*.jsonl")]) == 42
    run("verdicts", league, "-o", tmp_path / "list.csv", code=2)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "list.csv").read_text())))
    assert [row["log"] for row in rows] == [one["log"] for one in told["logs"]]
    assert [row["head"] for row in rows] == [one["head"] for one in told["logs"]]
    run("verdicts", league, "-o", tmp_path / "list.csv", code=2)  # nothing is overwritten


def test_findings_are_told_by_kind():
    def found(rule, severity="violation", n=7, of=None):
        return Finding(n, 8, rule, severity, Words("x"), of)

    follows = [found("LUT-R2", "consequence", 9, 7)]
    assert kind_of(found("LUT-R1")) == "move"
    assert kind_of(found("entry")) == kind_of(found("holdings")) == "slip"
    assert kind_of(found("score")) == kind_of(found("winners")) == "arithmetic"
    assert kind_of(found("chain", n=None)) == kind_of(found("entry", n=None)) == "file"
    assert kind_of(follows[0]) == "consequence"
    assert kind_of(found("LUT-R1", "undecidable")) == "undecidable"
    assert kind_of(found("clock", "warning")) == kind_of(found("LUT-R1", "note")) == "remark"


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Ana plays A, B", "slip"),  # she has bid already
        ("Ana puts 40 coins on A", "slip"),  # nobody has so many
        ("B: Bo buys Brewer 1 C01, pays 2, receives 0", "slip"),  # it lies under A
        ("A: Bo buys Brewer 1 C01, pays 2, receives 0", "move"),  # his bribe is lower
        ("A: Ana buys Brewer 1 C01, pays 9, receives 0", "arithmetic"),
    ],
)
def test_a_condition_says_what_kind_of_mistake_it_guards_against(said, kind):
    record = open_record(GAMES["lutece"], [GameStarted(game="lutece", players=("Ana", "Bo"), edition="en")])
    for line in ("A 1 B 2 C 3", "1 1 2 4 3 29", "Ana A+2 r", "Bo A 1"):
        fold(record, sorted(understand(record, line).events, key=lambda one: type(one).__name__))
    breaches = step(record, understand(record, said).events[0])
    assert [kind_of(Finding(9, 10, rule, "violation", complaint)) for rule, complaint in breaches] == [kind]


def test_claims_stand_beside_what_the_table_is_worth():
    path = SAMPLES / "bad" / "builders" / "false-claimed-score.jsonl"
    one = judged("x.jsonl", audit(path.read_bytes(), GAMES), GAMES)
    wrong = [claim for claim in one.claims if not claim.right]
    assert len(wrong) == 1 and one.counts["arithmetic"] == 1
    row = next(csv.DictReader(io.StringIO(verdicts_csv([one]))))
    assert row["arithmetic"] == "1" and row["claimed"].count(";") == len(one.claims) - 1
    assert language("pl").code in re.search(r'lang="(\w+)"', verdicts_page([one], language("pl")))[1]


@pytest.mark.parametrize(
    ("code", "one", "five"), [("fr", "1 endommagé", "5 endommagés"), ("pl", "1 uszkodzony", "5 uszkodzonych")]
)
def test_one_log_is_damaged_and_five_are(code, one, five):
    assert [language(code).counted(number, "damaged") for number in (1, 5)] == [one, five]
    assert language(code).counted(1, "findings").startswith("1 z " if code == "pl" else "1 avec ")


def test_a_list_needs_a_place(league, tmp_path):
    run("verdicts", league, code=2)
    run("verdicts", league, "-o", tmp_path / "list.pdf", code=2)
    empty = tmp_path / "empty"
    empty.mkdir()
    run("verdicts", empty, "-o", tmp_path / "list.html", code=2)
    good = next((SAMPLES / "lutece").glob("*.jsonl"))
    assert "1 clean" in run("verdicts", good, "-o", tmp_path / "good.html", code=0)

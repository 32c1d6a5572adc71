"""Score lines of The Builders: Antiquity, in tenths of a point: buildings, machines, prisoners, loans, coins."""

from collections.abc import Iterator

from ledger.events import ScoreClaimed, Whole
from ledger.game import Complaint, Remark
from ledger.games.builders.cards import ACTION_PRICE, BOX_COINS, END_POINTS, Card, Pile
from ledger.games.builders.counts import box_of
from ledger.games.builders.table import Person, Player, Table, declaring, over
from ledger.score import ENDLESS, ScoreLine, leaders
from ledger.words import Words

CATEGORIES = ("buildings", "machines", "prisoners", "loans", "coins")
TENTHS = 10


class Claimed(ScoreClaimed, frozen=True, kw_only=True, tag="score_claimed"):
    """What the table wrote on its pad for one player, in tenths of a point."""

    buildings: Whole | None = None
    machines: Whole | None = None
    prisoners: Whole | None = None
    loans: Whole | None = None
    coins: Whole | None = None
    total: Whole | None = None


def score(table: Table) -> Iterator[ScoreLine]:
    """Every line of the sheet as the table stands."""
    for site in table.sites.values():
        if site.done:  # B24: what is not finished scores nothing and costs nothing
            category, rule = ("machines", "BLD-B9") if site.card.kind == "machine" else ("buildings", "BLD-B25")
            reason = Words("{card} finished", card=table.deck.names[site.id])
            events = (site.n, *site.sent)
            yield ScoreLine(site.owner.name, category, site.card.points * TENTHS, reason, rule, (site.id,), events)
    asked = declaring(table)
    for player in table.seats:
        if player.counts is not None or (asked and not player.declared):
            yield from by_counts(table, player)
            continue
        if player.unfreed:
            yield prisoners(table, player)
        if player.owing:
            yield loans(table, player)
        yield coins(player)


def prisoners(table: Table, player: Player) -> ScoreLine:
    """B28: a point less for each prisoner who was not freed."""
    held = unfreed(table, player)
    points = -TENTHS * player.unfreed * _penalty(table.deck.prisoners)
    known = held if len(held) == player.unfreed else []
    cards, events = tuple(one.id for one in known), tuple(one.n for one in known) or (player.money[0],)
    return ScoreLine(
        player.name,
        "prisoners",
        points,
        Words("prisoners not freed: {count}", count=player.unfreed),
        "BLD-B28",
        cards,
        events,
    )


def unfreed(table: Table, player: Player) -> list[Person]:
    """A player's prisoners who are no citizens yet."""
    return [person for person in table.people.values() if person.owner is player and person.kind == "prisoner"]


def loans(table: Table, player: Player) -> ScoreLine:
    """B28: two points less for each loan that was not repaid."""
    points = -TENTHS * player.owing * _penalty(table.deck.loans)
    known = player.loans if len(player.loans) == player.owing else {}
    cards, events = tuple(known), tuple(known.values()) or (player.money[0],)
    return ScoreLine(
        player.name, "loans", points, Words("loans not repaid: {count}", count=player.owing), "BLD-B28", cards, events
    )


def _penalty(pile: Pile) -> int:
    card: Card = next(iter(pile.values()))
    return card.penalty


def coins(player: Player) -> ScoreLine:
    """B29: a tenth of a point for each coin; a purse below nought is worth nothing."""
    reason = Words("{coins} {coins:coin|coins}", coins=player.coins)
    return ScoreLine(
        player.name, "coins", max(player.coins, 0), reason, "BLD-B29", behind=tuple(dict.fromkeys(player.money))
    )


# --- as somebody counted it -------------------------------------------------------------------------------------------


def by_counts(table: Table, player: Player) -> Iterator[ScoreLine]:
    """What a player counted without naming cards is worth; of who left and declared nothing, nothing is asked."""
    said = player.counts
    if said is None and player.name in table.players.left:
        return
    for field, (rule, tenths, words, unsaid) in _rates(table).items():
        number = getattr(said, field) if said is not None else None
        behind = (said.n,) if said is not None else ()
        if number is not None:
            reason = Words("{reason}, declared", reason=Words(words, count=number))
            if number or field == "coins":
                yield ScoreLine(player.name, field, tenths * max(number, 0), reason, rule, behind=behind)
            continue
        lost = -tenths * box_of(table)[field] if tenths < 0 else 0  # at worst all that the box holds
        yield ScoreLine(player.name, field, -lost, unsaid, rule, behind=behind, maybe=lost or ENDLESS)


def _rates(table: Table) -> dict[str, tuple[str, int, str, Words]]:
    """By field: the rule, what one of it is worth in tenths, and how it is told, counted or not."""
    return {
        "buildings": ("BLD-B25", TENTHS, "buildings worth {count}", Words("buildings not counted yet")),
        "machines": ("BLD-B9", TENTHS, "machines worth {count}", Words("machines not counted yet")),
        "prisoners": (
            "BLD-B28",
            -TENTHS * _penalty(table.deck.prisoners),
            "prisoners not freed: {count}",
            Words("prisoners not counted yet"),
        ),
        "loans": (
            "BLD-B28",
            -TENTHS * _penalty(table.deck.loans),
            "loans not repaid: {count}",
            Words("loans not counted yet"),
        ),
        "coins": ("BLD-B29", 1, "{count} {count:coin|coins}", Words("coins not counted yet")),
    }


# --- the end ----------------------------------------------------------------------------------------------------------


def winners(table: Table, totals: dict[str, int]) -> list[str]:
    """B30: most points, shared when equal; B31: a game that is not finished has no winner."""
    if not over(table):
        return []
    return leaders(totals, score(table))


def lacking(table: Table) -> Words | None:
    """B26, B27: why the game is not over yet."""
    if table.tally:
        return None
    if table.last:
        return Words("the last round is not complete, it is the turn of {player}", player=table.turn.player.name)
    best = max(table.seats, key=lambda player: player.points)
    if best.points >= END_POINTS:
        words = "{player} has {found} points of buildings and machines, and has not ended the turn"
        return Words(words, player=best.name, found=best.points)
    words = "nobody has {needed} points of buildings and machines; {player} has {found}"
    return Words(words, needed=END_POINTS, player=best.name, found=best.points)


def remarks(table: Table) -> Iterator[Remark]:
    """What the whole game gives reason to say."""
    if table.early is not None and not table.tally:
        yield Remark(table.early, "BLD-B23", Complaint("somebody plays before any card lies face up"))
    if table.crowded is not None:
        words = "more coins are in play than the box has ({expected}); play goes on with other tokens"
        yield Remark(table.crowded, "BLD-B22", Complaint(words, severity="warning", expected=BOX_COINS))
    if table.over:
        for player in table.seats:
            missed = left_undone(table, player)
            if missed:
                words = "{player} keeps {coins} coins and did not settle {found}: half a point lost with each"
                complaint = Complaint(words, severity="note", player=player.name, coins=player.coins, found=missed)
                yield Remark(table.ended, "BLD-B28", complaint)


def left_undone(table: Table, player: Player) -> list[str]:
    """B28: the prisoners and loans that the purse could still settle, prisoners first."""
    missed = []
    purse = player.coins
    idle = [(person.id, ACTION_PRICE) for person in unfreed(table, player) if person.site is None]
    for card, price in [*idle, *((loan, table.deck.loans[loan].repay) for loan in player.loans)]:
        if purse >= price:
            purse -= price
            missed.append(table.deck.named(card))
    return missed

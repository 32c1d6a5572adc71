"""Score lines of Glory to Rome: influence, vault, merchant bonuses, structures."""

from collections.abc import Iterator, Mapping

from ledger.game import Complaint, Remark
from ledger.games.glory_to_rome.cards import MATERIALS, VALUE
from ledger.games.glory_to_rome.counts import LABELS, unsaid
from ledger.games.glory_to_rome.structures import wall
from ledger.games.glory_to_rome.table import (
    CAMP_INFLUENCE,
    Player,
    Table,
    declaring,
    materials,
    over,
    owners,
    undeclared,
)
from ledger.score import ENDLESS, EVERYTHING, HOLDINGS, Missing, ScoreLine, leaders
from ledger.words import Span, Words

CATEGORIES = ("influence", "vault", "merchant_bonus", "structures")
Stored = dict[str, tuple[tuple[str, ...], tuple[int, ...]]]
BONUS = 3
STATUE = 3


def score(table: Table) -> Iterator[ScoreLine]:
    """Every line of the sheet as the table stands; what nobody saw in a vault is worth nothing yet."""
    asked = declaring(table)
    silent = [player for player in table.seats if asked and player.declared is None]
    seats = [player for player in table.seats if player not in silent] if silent else table.seats
    vaults = {player.name: stored(table, player) for player in seats}
    unknown = {
        player.name: _uncounted(table, player) for player in table.seats if player in seats or _stays(table, player)
    }
    for player in seats:
        yield from influence(table, player)
        yield from vault(table, player, vaults[player.name])
        yield from _not_counted(player, unknown[player.name])
    for player in silent:
        if _stays(table, player):
            yield from (_open_line(player, category, UNDECLARED) for category in ("influence", "vault", "structures"))
    for material in MATERIALS:
        open_to = [name for name, fields in unknown.items() if f"vault.{material}" in fields]
        if open_to:
            yield from _open_bonus(vaults, material, open_to)
        else:
            yield from merchant_bonus(vaults, material)
    for player in seats:
        yield from structures(table, player)


def figures(table: Table) -> dict[str, dict[str, int]] | None:
    """What those lines come to, without their words; None where something is open."""
    if by_word_of_mouth(table):
        return None
    cards, found = table.cards, {}
    held: dict[str, dict[str, int]] = {}  # by material: how many whoever has some of it has in the vault
    for player in table.seats:
        value = 0
        for token, _ in player.vault:
            card = cards[token]
            value += card.value
            kinds = held.setdefault(card.material, {})
            kinds[player.name] = kinds.get(player.name, 0) + 1
        built = statue_points(table, player) + wall_points(player)
        found[player.name] = {"influence": player.influence, "vault": value, "merchant_bonus": 0, "structures": built}
    if "" in held:
        return None
    for counts in held.values():
        first = most_of(counts)
        if len(first) == 1:
            found[first[0]]["merchant_bonus"] += BONUS
    return found


# --- what nobody counted ----------------------------------------------------------------------------------------------

UNDECLARED = Words("nothing declared yet")


def _stays(table: Table, player: Player) -> bool:
    return player.name not in table.players.left


def _uncounted(table: Table, player: Player) -> list[str]:
    """What a player has not said: everything, while nothing was declared; of those who left nothing is asked."""
    if not _stays(table, player):
        return []
    if declaring(table) and player.declared is None:
        return [f"vault.{material}" for material in MATERIALS]
    return unsaid(table, player)


def _open_line(player: Player, category: str, reason: Words) -> ScoreLine:
    """Nobody has said how many: it may be worth anything."""
    behind = (player.declared,) if player.declared is not None else ()
    return ScoreLine(player.name, category, 0, reason, "holdings", behind=behind, maybe=ENDLESS)


def _not_counted(player: Player, fields: list[str]) -> Iterator[ScoreLine]:
    """Everything but bonuses that a player has yet to count."""
    built = [field for field in fields if field not in ("stockpile", *VAULT_FIELDS)]
    if built == ["statue"]:
        reason = Words("the site of the Statue is not known: {span}", span=Span(1, 3))
        yield ScoreLine(player.name, "influence", 0, reason, "GTR-R11", behind=(player.declared or 0,), maybe=2)
    elif built:
        yield _open_line(player, "influence", Words("completed structures not counted yet"))
    if "structures" in fields or "stockpile" in fields:
        yield _open_line(player, "structures", Words("structures or stockpile not counted yet"))
    for field in fields:
        if field in VAULT_FIELDS:
            words = "{material} in the vault not counted yet"
            yield _open_line(player, "vault", Words(words, material=VAULT_FIELDS[field]))


VAULT_FIELDS = {f"vault.{material}": material for material in MATERIALS}


def _open_bonus(vaults: Mapping[str, Stored], material: str, open_to: list[str]) -> Iterator[ScoreLine]:
    """R11: while somebody has not counted a material, whoever may still have the most of it may get the bonus."""
    counts = {name: len(cards[material][0]) if material in cards else 0 for name, cards in vaults.items()}
    known = [count for name, count in counts.items() if name not in open_to]
    most = max(known, default=0)
    first = [name for name, count in counts.items() if name not in open_to and count == most > 0]
    reason = Words("merchant bonus for {material}: not every vault is counted", material=material)
    for name in (*open_to, *(first if len(first) == 1 else [])):
        cards, behind = vaults[name].get(material, ((), ())) if name in vaults else ((), ())
        yield ScoreLine(name, "merchant_bonus", 0, reason, "GTR-R11", cards, behind, maybe=BONUS)


# --- what everybody has -----------------------------------------------------------------------------------------------


def influence(table: Table, player: Player) -> Iterator[ScoreLine]:
    """R11: a point for each point of influence: two of the camp, and each site with the structure that won it."""
    if player.declared is not None:
        reason, behind = Words("{count} influence, declared", count=player.influence), (player.declared,)
        yield ScoreLine(player.name, "influence", player.influence, reason, "GTR-R11", (), behind)
        return
    yield ScoreLine(player.name, "influence", CAMP_INFLUENCE, Words("printed on the camp"), "GTR-R11")
    won = [(owner, one) for owner, one in owners(table) if one.complete]
    for site, n in player.sites:
        found = next(((owner, one) for owner, one in won if (one.site, one.done) == (site, n)), None)
        if found is None:
            yield ScoreLine(
                player.name, "influence", VALUE[site], Words("a site of {site}", site=site), "GTR-R11", (), (n,)
            )
            continue
        won.remove(found)
        owner, one = found
        words = "{structure} on a site of {site}"
        if owner is not player:
            words = "a site of {site}, won with {structure} that {owner} has"
        reason = Words(words, structure=table.deck.names.get(one.id, one.id), site=site, owner=owner.name)
        yield ScoreLine(player.name, "influence", VALUE[site], reason, "GTR-R11", (one.card,), (n,))
    rest = player.influence - CAMP_INFLUENCE - sum(VALUE[site] for site, _ in player.sites)
    if rest:
        yield ScoreLine(player.name, "influence", rest, Words("influence of which the record has no site"), "GTR-R11")


def stored(table: Table, player: Player) -> Stored:
    """The cards of a vault by material, and the events that brought them; those nobody saw have none."""
    kinds: dict[str, list[tuple[str, int]]] = {}
    for token, n in player.vault:
        kinds.setdefault(table.cards[token].material, []).append((token, n))
    return {
        material: (tuple(token for token, _ in cards), tuple(n for _, n in cards)) for material, cards in kinds.items()
    }


def vault(table: Table, player: Player, cards: Stored) -> Iterator[ScoreLine]:
    """R11: the value of each material in the vault."""
    for material in MATERIALS:
        if material in cards:
            number = len(cards[material][0])
            reason = Words("{count} {material} in the vault", count=number, material=material)
            yield ScoreLine(player.name, "vault", VALUE[material] * number, reason, "GTR-R11", *cards[material])
    if "" in cards:
        unseen = cards[""][1]
        low, high = unseen_worth(table, len(unseen))
        words = "{count} {count:card|cards} in the vault that nobody saw, worth {low} to {high}"
        reason = Words(words, count=len(unseen), low=low, high=high)
        yield ScoreLine(player.name, "vault", low, reason, "GTR-R11", (), unseen)


def merchant_bonus(vaults: Mapping[str, Stored], material: str) -> Iterator[ScoreLine]:
    """R11, G49: 3 for the most cards of a material in the vault; a tie pays nobody."""
    counts = {name: len(cards[material][0]) for name, cards in vaults.items() if material in cards}
    first = most_of(counts)
    if len(first) > 1:
        words = "no merchant bonus for {material}: {number} players hold {count} each"
        reason = Words(words, material=material, number=len(first), count=counts[first[0]])
        for name in first:
            yield ScoreLine(name, "merchant_bonus", 0, reason, "GTR-G49", *vaults[name][material])
    elif first:
        words = "merchant bonus for {material}: {count} in the vault"
        reason = Words(words, material=material, count=counts[first[0]])
        yield ScoreLine(first[0], "merchant_bonus", BONUS, reason, "GTR-R11", *vaults[first[0]][material])


def most_of(counts: Mapping[str, int]) -> list[str]:
    """Who holds the most of a material."""
    most = max(counts.values(), default=0)
    return [name for name, count in counts.items() if count == most]


def structures(table: Table, player: Player) -> Iterator[ScoreLine]:
    """R11: Statue and Wall."""
    if statue_scores(table, player):
        events = _built(table, player, "statue")
        points = statue_points(table, player)
        yield ScoreLine(player.name, "structures", points, Words("Statue"), "GTR-G20", ("statue",), events)
    if wall(player):
        reason = Words("Wall: 1 for every 2 of {count} materials in the stockpile", count=len(player.stockpile))
        events = _built(table, player, "wall")
        yield ScoreLine(player.name, "structures", wall_points(player), reason, "GTR-G29", ("wall",), events)


def statue_points(table: Table, player: Player) -> int:
    """G20: what a Statue is worth."""
    return STATUE if statue_scores(table, player) else 0


def wall_points(player: Player) -> int:
    """G29: a point for every two materials of the stockpile."""
    return len(player.stockpile) // 2 if wall(player) else 0


def _built(table: Table, player: Player, name: str) -> tuple[int, ...]:
    """The event behind a function: of one's own structure, else of one that a Stairway opened to everybody."""
    opened = (one for other in table.seats for one in other.structures if one.id == name and one.stairway)
    found = player.structure(name) or next(opened, None)
    return (found.done if found.complete else found.n,) if found else ()


def statue_scores(table: Table, player: Player) -> bool:
    """G20: a Statue is worth 3 when it is owned and complete; with `function-active` whenever its function is."""
    if table.options["functions"] == "off":
        return False
    if table.options["statue_vp"] == "function-active":
        return "statue" in player.works
    own = player.structure("statue")
    return own is not None and own.complete


# --- what nobody saw --------------------------------------------------------------------------------------------------


def unseen_worth(table: Table, number: int) -> tuple[int, int]:
    """The least and the most that so many unseen cards can be worth, bounded by the copies not yet in sight."""
    values = sorted(value for material, value in VALUE.items() if material for _ in range(_hidden(table, material)))
    return sum(values[:number]), sum(values[len(values) - number :]) if values else 0


def _hidden(table: Table, material: str) -> int:
    """How many cards of a material may be unseen."""
    seen = materials(table, table.pool)[material]
    for player in table.seats:
        for zone in (player.hand, player.stockpile, player.clientele, player.camp, [one for one, _ in player.vault]):
            seen += materials(table, zone)[material]
        for structure in player.structures:
            seen += materials(table, [structure.card, *structure.materials, *structure.stairway])[material]
    return max(0, 24 - seen)


def interval(table: Table) -> dict[str, tuple[int, int]]:
    """Between what and what each player's total lies: unseen cards count least and most, bonuses likewise."""
    fixed = {player.name: 0 for player in table.seats}
    for line in score(table):
        if line.category != "merchant_bonus":
            fixed[line.player] += line.points
    unseen = _unseen(table)
    result = {}
    for player in table.seats:
        low, high = unseen_worth(table, unseen[player.name])
        sure, possible = _bonuses(table, player, unseen)
        total = fixed[player.name]
        result[player.name] = (total + BONUS * sure, total - low + high + BONUS * possible)
    return result


def unsettled(table: Table) -> dict[str, tuple[int, int]]:
    """The interval of everybody whose total is not certain yet; nobody while all vaults are known."""
    if not any(_unseen(table).values()):
        return {}
    return {name: bounds for name, bounds in interval(table).items() if bounds[0] != bounds[1]}


def _bonuses(table: Table, player: Player, unseen: dict[str, int]) -> tuple[int, int]:
    """How many merchant bonuses a player has for certain, and how many are possible with the unseen cards there are."""
    sure = 0
    short = []  # for each material that could be led: how many unseen cards that takes
    for material in MATERIALS:
        counts = {
            other.name: sum(table.cards[token].material == material for token, _ in other.vault)
            for other in table.seats
        }
        spare = _hidden(table, material)
        own = counts[player.name]
        others = [name for name in counts if name != player.name]
        sure += all(own > counts[name] + min(unseen[name], spare) for name in others)
        takes = max(0, max(counts[name] for name in others) + 1 - own)
        if takes <= spare:
            short.append(takes)
    cards, possible = unseen[player.name], 0
    for takes in sorted(short):
        cards -= takes
        possible += cards >= 0
    return sure, possible


# --- the end ----------------------------------------------------------------------------------------------------------


def winners(table: Table, totals: dict[str, int]) -> list[str]:
    """R11: most points, then most cards in hand (G53), then shared; a Forum's or a concession's are named.

    Nobody, where what nobody saw in a vault leaves it open.
    """
    if table.over == "conceded" and table.winners:
        return table.winners
    names = table.winners if table.over == "forum" and table.winners else list(totals)
    if len(names) == 1:
        return names
    if _open(table, names, totals):
        return []
    open_lines = score(table) if by_word_of_mouth(table) else ()
    tied = [table.players[name] for name in leaders({name: totals[name] for name in names}, open_lines)]
    if len(tied) < 2:
        return [player.name for player in tied]
    if any(_hand_unknown(player) for player in tied):
        return []
    most = max(player.cards for player in tied)
    return [player.name for player in tied if player.cards == most]


def by_word_of_mouth(table: Table) -> bool:
    """Whether anything may not have been counted: in a game that was recorded everything is."""
    return declaring(table) or any(player.counts is not None for player in table.seats)


def _hand_unknown(player: Player) -> bool:
    return player.counts is not None and player.counts.hand is None


def missing(table: Table, totals: dict[str, int]) -> Iterator[Missing]:
    """What has yet to be counted; the hand only where a tie cannot be broken without."""
    if declaring(table):
        yield from (Missing(name, HOLDINGS, EVERYTHING) for name in undeclared(table))
    if all(player.counts is None for player in table.seats):
        return
    for player in table.seats:
        yield from (Missing(player.name, field, LABELS[field], field == "statue") for field in unsaid(table, player))
    if over(table):
        tied = [table.players[name] for name in leaders(totals, score(table))]
        if len(tied) > 1:
            yield from (Missing(one.name, "hand", LABELS["hand"], late=True) for one in tied if _hand_unknown(one))


def _open(table: Table, names: list[str], totals: dict[str, int]) -> bool:
    """May unseen cards still decide who wins among these?"""
    if not any(not table.cards[token].material for player in table.seats for token, _ in player.vault):
        return False
    ranges = interval(table)
    adjusted = {name: totals[name] - _plain_total(table, name) for name in names}
    lows = {name: ranges[name][0] + adjusted[name] for name in names}
    highs = {name: ranges[name][1] + adjusted[name] for name in names}
    first = max(names, key=lambda name: lows[name])
    return any(highs[name] >= lows[first] for name in names if name != first)


def _plain_total(table: Table, name: str) -> int:
    return sum(line.points for line in score(table) if line.player == name)


def forgone(table: Table, player: str, category: str, missing: int) -> tuple[str, Complaint] | None:
    """A figure that unseen vault cards may explain cannot be judged."""
    unseen = any(not table.cards[token].material for one in table.seats for token, _ in one.vault)
    if not unseen or category not in ("vault", "merchant_bonus"):
        return None
    owner: Player = table.players[player]
    number = sum(not table.cards[token].material for token, _ in owner.vault)
    low, high = unseen_worth(table, number)
    if category == "merchant_bonus":
        sure, possible = _bonuses(table, owner, _unseen(table))
        now = sum(line.points for line in score(table) if (line.player, line.category) == (player, category))
        low, high = BONUS * sure - now, BONUS * possible - now
        fits = low <= -missing <= high
    else:
        fits = 0 <= -missing <= high - low
    if not fits:
        return None
    words = "what {player} claims for {category} cannot be judged: cards in the vaults were seen by nobody"
    return "GTR-R11", Complaint(words, severity="undecidable", player=player, category=category)


def _unseen(table: Table) -> dict[str, int]:
    return {one.name: sum(not table.cards[token].material for token, _ in one.vault) for one in table.seats}


def remarks(table: Table) -> Iterator[Remark]:
    """What only the whole record shows: that something cannot be told."""
    yield from _unproven(table)
    if table.blind >= 0:
        words = "whether cards from the deck were its top cards cannot be told: nobody recorded the deck"
        yield Remark(table.blind, "GTR-R1", Complaint(words, severity="undecidable"))


def _unproven(table: Table) -> Iterator[Remark]:
    """G39: refusals that no card has proved true or false."""
    open_ = sorted(n for player in table.seats for n in player.unseen.unproven())
    if open_:
        words = (
            "whether {found} {found:refusal was|refusals were} true cannot be told: "
            "cards of those hands never came to light"
        )
        complaint = Complaint(words, severity="undecidable", found=len(open_))
        yield Remark(open_[0], "GTR-G39", complaint)

"""The forty structures, each with its function in one place, named as on the card: English · Polish.

`player.works` holds the functions that are active for a player; it is renewed whenever a structure changes. What a
structure does upon completion stands in COMPLETION.
"""

from ledger.games.glory_to_rome.cards import ARCHITECT, CRAFTSMAN, LABORER, MERCHANT, PATRON, ROLES
from ledger.games.glory_to_rome.table import Frame, Player, Structure, Table

THINK, PRISON = "think", "prison"


def renew(table: Table) -> None:
    """Which functions are active for whom: one's own completed structures, and those shared by a Stairway."""
    if table.options["functions"] == "off":
        return
    shared = {one.id for player in table.seats for one in player.structures if one.complete and one.stairway}
    for player in table.seats:
        works = shared | {one.id for one in player.structures if one.complete}
        if "gate" in works:
            works |= {one.id for one in player.structures if gate(table, one)}
        player.works = frozenset(works)
    table.forums = any("forum" in player.works for player in table.seats)
    table.gates = any("gate" in player.works for player in table.seats)


# --- thinking and hands -----------------------------------------------------------------------------------------------


def hand_limit(player: Player) -> int:
    """Up to how many cards a think draws."""
    return 5 + shrine(player) + temple(player) if player.works else 5


def shrine(player: Player) -> int:
    """Shrine · Ołtarz: the hand limit is 2 higher."""
    return 2 if "shrine" in player.works else 0


def temple(player: Player) -> int:
    """Temple · Świątynia: the hand limit is 4 higher."""
    return 4 if "temple" in player.works else 0


def latrine(player: Player) -> bool:
    """Latrine · Latryna: before a think one card of the hand may be discarded. G47: a senator goes to the stack."""
    return "latrine" in player.works


def vomitorium(player: Player) -> bool:
    """Vomitorium · Vomitorium: before a think the whole hand may be discarded."""
    return "vomitorium" in player.works


def academy(player: Player) -> bool:
    """Academy · Akademia: one think at the end of a round in which the player did a Craftsman action."""
    return "academy" in player.works and player.crafted and not player.academy


def school(table: Table, player: Player) -> Frame:
    """School · Szkoła: upon completion one think for each point of influence."""
    return Frame(player, (THINK,), player.influence)


# --- playing a role ---------------------------------------------------------------------------------------------------


def palace(player: Player) -> bool:
    """Palace · Pałac: several units may be played for one action each."""
    return "palace" in player.works


def circus(table: Table, player: Player, role: str) -> tuple[bool, bool]:
    """Circus · Cyrk: any order is an Architect (G10); in `pair-as-senator` two orders of a role are a senator."""
    if "circus" not in player.works:
        return False, False
    if table.options["circus"] == "pair-as-senator":
        return False, True
    return role == ARCHITECT, False


def circus_maximus(player: Player) -> bool:
    """Circus Maximus · Targ niewolników: a client acts twice for a player who led or followed."""
    return "circus_maximus" in player.works and player.followed


def ludus_magna(player: Player) -> bool:
    """Ludus Magna · Szkoła gladiatorów: a Merchant client counts as any role."""
    return "ludus_magna" in player.works


def storeroom(player: Player) -> bool:
    """Storeroom · Magazyn: every client may act as a Laborer."""
    return "storeroom" in player.works


def plays(table: Table, player: Player, client: str, role: str) -> bool:
    """May this client act in this role? G11: it is asked anew for every action."""
    own = table.cards[client].role
    if own == role or not own:
        return True
    return (own == MERCHANT and ludus_magna(player)) or (role == LABORER and storeroom(player))


# --- clients ----------------------------------------------------------------------------------------------------------


def clientele_limit(player: Player) -> int:
    """How many clients there is room for: influence, Insula, then Aqueduct."""
    if not player.works:
        return player.influence
    return (player.influence + insula(player)) * (2 if aqueduct(player) else 1)


def insula(player: Player) -> int:
    """Insula · Insula: the clientele holds 2 more."""
    return 2 if "insula" in player.works else 0


def aqueduct(player: Player) -> bool:
    """Aqueduct · Akwedukt: a Patron may also hire from the hand, and the clientele holds twice as many."""
    return "aqueduct" in player.works


def bar(player: Player) -> bool:
    """Bar · Tawerna: a Patron may also hire the top card of the deck."""
    return "bar" in player.works


def baths(table: Table, player: Player, client: str) -> Frame:
    """Baths · Łaźnie: a hired client acts once, at once. G34: with Ludus Magna or Storeroom in other roles too."""
    roles = tuple(role for role in ROLES if plays(table, player, client, role))
    return Frame(player, roles, 1)


def garden(table: Table, player: Player) -> Frame:
    """Garden · Ogród: upon completion one Patron action for each point of influence."""
    return Frame(player, (PATRON,), player.influence)


# --- materials --------------------------------------------------------------------------------------------------------


def dock(player: Player) -> bool:
    """Dock · Dok: a Laborer may also haul a card from the hand."""
    return "dock" in player.works


def foundry(table: Table, player: Player) -> Frame:
    """Foundry · Odlewnia: upon completion one Laborer action for each point of influence."""
    return Frame(player, (LABORER,), player.influence)


def sewer(player: Player) -> bool:
    """Sewer · Ściek: orders led or followed with may go to the stockpile at the end of the round."""
    return "sewer" in player.works


def vault_limit(player: Player) -> int:
    """How many cards the vault takes."""
    return player.influence + market(player)


def market(player: Player) -> int:
    """Market · Targowisko: the vault holds 2 more."""
    return 2 if "market" in player.works else 0


def atrium(player: Player) -> bool:
    """Atrium · Atrium: a Merchant may sell the unseen top of the deck instead of a material of the stockpile."""
    return "atrium" in player.works


def basilica(player: Player) -> bool:
    """Basilica · Sąd: a Merchant may also sell an order from the hand."""
    return "basilica" in player.works


# --- building ---------------------------------------------------------------------------------------------------------


def gate(table: Table, structure: Structure) -> bool:
    """Gate · Brama: an unfinished marble structure gives its owner its function (a Statue is marble on any site)."""
    if structure.complete or table.cards[structure.id].material != "marble":
        return False
    return structure.id != "forum" or table.options["forum_gate"] == "yes"


def tower(player: Player) -> bool:
    """Tower · Wieża: rubble fits everywhere, and a foundation out of town takes one action."""
    return "tower" in player.works


def road(player: Player) -> bool:
    """Road · Ulica: any material fits a stone structure. G24: a Statue on a stone site is one."""
    return "road" in player.works


def scriptorium(player: Player) -> bool:
    """Scriptorium · Skryptorium: one marble completes any structure."""
    return "scriptorium" in player.works


def statue(table: Table, name: str) -> bool:
    """Statue · Posąg: it may be laid on any site, which then decides (G19); its points stand in `scoring`."""
    return name == "statue" and table.options["functions"] == "on"


def villa(table: Table, structure: Structure, source: str) -> bool:
    """Villa · Rezydencja: one material completes it, by an Architect. G21: also from the pool."""
    return structure.id == "villa" and (source == "stockpile" or table.options["villa_pool"] == "yes")


def fountain(player: Player) -> bool:
    """Fountain · Fontanna: a Craftsman may use the top card of the deck instead of a card of the hand."""
    return "fountain" in player.works


def archway(player: Player) -> bool:
    """Archway · Łuk triumfalny: an Architect may use a material of the pool instead of the stockpile's."""
    return "archway" in player.works


def stairway(player: Player) -> bool:
    """Stairway · Schody: an Architect may add to an opponent's completed structure; all share its function."""
    return "stairway" in player.works


def fits(table: Table, player: Player, structure: Structure, material: str) -> bool:
    """May this material be added to this structure of the player's? One that nobody saw may."""
    own = table.cards[structure.id].material
    if material in (own, structure.site, ""):
        return True
    if not player.works:
        return False
    if material == "marble" and scriptorium(player):
        return True
    return widened(player, (own, structure.site), material)


def widened(player: Player, kinds: tuple[str, str], material: str) -> bool:
    """G24: what a Tower or a Road lets one add beside the structure's own kinds."""
    return (material == "rubble" and tower(player)) or ("stone" in kinds and road(player))


def fits_by_stairway(table: Table, player: Player, structure: Structure, material: str) -> bool:
    """G28: a material of the structure's kind; with `tower+road` also what one's own Tower or Road would allow."""
    kinds = (table.cards[structure.id].material, structure.site)
    if material in kinds or not material:
        return True
    return table.options["stairway_fits"] == "tower+road" and widened(player, kinds, material)


def completes(table: Table, player: Player, structure: Structure, material: str, source: str) -> bool:
    """Is the structure complete with this material? G22: what may complete it does, unless declined."""
    if len(structure.materials) + 1 >= structure.needs:
        return True
    return at_once(table, player, structure, material, source)


def at_once(table: Table, player: Player, structure: Structure, material: str, source: str) -> bool:
    """A Scriptorium or a Villa: one card is enough, if the owner wants."""
    if table.options["functions"] == "off":
        return False
    if material == "marble" and scriptorium(player):
        return True
    return source in ("stockpile", "pool") and villa(table, structure, source)


def amphitheatre(table: Table, player: Player) -> Frame:
    """Amphitheatre · Amfiteatr: upon completion one Craftsman action for each point of influence (G25)."""
    return Frame(player, (CRAFTSMAN,), player.influence)


def prison(table: Table, player: Player) -> Frame:
    """Prison · Więzienie: upon completion 3 influence may be given for an opponent's completed structure (G51)."""
    return Frame(player, (PRISON,), 1)


def catacomb(table: Table, player: Player) -> None:
    """Catacomb · Katakumby: upon completion the game ends; `building` sees to it."""


# --- legionaries ------------------------------------------------------------------------------------------------------


def bridge(player: Player) -> bool:
    """Bridge · Most: a demand reaches all opponents, may take from their stockpiles, and ignores Palisades (G41)."""
    return "bridge" in player.works


def arena(player: Player) -> bool:
    """Coliseum · Arena: a demand may also take a matching client of each opponent asked to the vault (G42)."""
    return "arena" in player.works


def palisade(player: Player) -> bool:
    """Palisade · Palisada: immune to Legionaries, but not to those of a Bridge."""
    return "palisade" in player.works


def wall(player: Player) -> bool:
    """Wall · Mur obronny: immune to all Legionaries; a point for every two materials of the stockpile (`scoring`)."""
    return "wall" in player.works


def asked(table: Table, player: Player) -> list[Player]:
    """Whom a demand of this player goes to: the neighbours, and with a Bridge everybody (`bridge_asks`)."""
    if bridge(player) and table.options["bridge_asks"] == "everybody":
        return table.from_leader(player.seat)[1:]
    return table.neighbours(player)


def immune(player: Player, demander: Player) -> bool:
    """Need this player give nothing?"""
    return wall(player) or (palisade(player) and not bridge(demander))


# --- the end of a round and of the game -------------------------------------------------------------------------------


def senate(player: Player) -> bool:
    """Senate · Senat: at the end of a round others' senators may be taken into the hand."""
    return "senate" in player.works


def forum(table: Table, player: Player) -> bool:
    """Forum · Plac miejski: six roles among the clients and, unless `clients`, six materials in the stockpile win.

    G50: each client stands for one role; a Merchant for any with Ludus Magna, any client for a Laborer with Storeroom.
    """
    if "forum" not in player.works or len(player.clientele) < len(ROLES):
        return False
    cards = table.cards
    if table.options["forum"] != "clients" and len({cards[one].material for one in player.stockpile} - {""}) < 6:
        return False
    found: dict[int, str] = {}
    return all(_stands_in(table, player, role, found, set()) for role in ROLES)


def _stands_in(table: Table, player: Player, role: str, found: dict[int, str], tried: set[int]) -> bool:
    """Find a client for a role, others moving to other roles if they can."""
    for at, client in enumerate(player.clientele):
        if at in tried or not table.cards[client].role or not plays(table, player, client, role):
            continue
        tried.add(at)
        if at not in found or _stands_in(table, player, found[at], found, tried):
            found[at] = role
            return True
    return False


COMPLETION = {
    "amphitheatre": amphitheatre,
    "foundry": foundry,
    "garden": garden,
    "school": school,
    "prison": prison,
}

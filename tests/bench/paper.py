"""Are notes as people write them at a table understood as they were meant? Lines of whole simulated games.

    uv run python -m tests.bench.paper [--games 10] [--seed 1] [--game NAME] [--lang en,fr,pl] [--show]

Every event of a game is said in one of many ways: with names whole or begun, in small letters or without accents,
with articles, abbreviations and signs, cards by their name or their code, prices given or left out, a note behind. It
is held against what is understood at that moment. A line that is refused is counted; a line understood as something
else is shown, and is a fault.
"""

import argparse
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec import to_builtins
from msgspec.json import encode

from ledger.events import OF_THE_LOG, Event
from ledger.game import Game
from ledger.games import GAMES
from ledger.language import Ambiguous, Understood
from ledger.language.lexicon import plainly_written
from ledger.language.reading import Reader
from ledger.language.text import bare
from ledger.log import decode, scan
from ledger.simulate import simulate
from ledger.walk import fold, in_force, new_record, rules_of
from ledger.words import Name
from ledger.words.speech import Language, language

Templates = dict[str, tuple[str, ...]]

# --- how people say it: {player}, cards by the names of their fields --------------------------------------------------

LUTECE: dict[str, Templates] = {
    "en": {
        "card_offered": ("{tile} {card}", "{tile}: {card}", "{card} on {tile}", "{tile} = {card}", "{tile} - {card}"),
        "bid_placed": (
            "{player} {one} {two}",
            "{player}: {one}, {two}",
            "{player} plays {one} and {two}",
            "{player} bids {one} + {two}",
            "{player} - {one} / {two}",
            "{player} {one} & {two}",
            "{player} on {one}, {two}",
            "{player} goes for {one} and {two}",
        ),
        "bribe_raised": (
            "{player} +{coins} {action}",
            "{player} adds {coins} to {action}",
            "{player} puts {coins} coins on {action}",
            "{player} {action}+{coins}",
            "{player} raises {action} by {coins}",
            "{player} {coins} more on {action}",
            "{player} lays {coins} on {action}",
            "{player} pays {coins} on {action}",
            "{player} bribes {coins} on {action}",
        ),
        "card_purchased": (
            "{player} buys {card}",
            "{tile}: {player}",
            "{tile} {player}",
            "{player} gets the {card}",
            "{player} takes {card}",
            "{player} wins {tile}",
            "{card}: {player}",
            "{card} -> {player}",
            "{card} goes to {player}",
            "{player} bought {card} for {paid}",
            "{player} {card} {paid}",
            "{player} got {card}",
            "{player} took {card}",
            "{player} won {card}",
        ),
        "card_removed": (
            "{tile}: nobody",
            "{card}: nobody",
            "{card} gone",
            "{card} tied",
            "{tile} tie",
            "nobody gets {card}",
            "{card} is out",
            "{card} removed",
            "{tile} no one",
            "nobody buys {card}",
            "no one takes {card}",
            "{card} leaves the game",
        ),
        "legion_discarded": (
            "{player} spends a legionnaire for {favour} on {tile}",
            "{player} legion for {favour}",
            "{player} uses {legion} for {favour}",
            "{player}: legionnaire for {favour}",
            "{player} discards {legion} for {favour}",
        ),
        "apprentice_attached": (
            "{player} {apprentice} with {host}",
            "{player} puts {apprentice} to {host}",
            "{player} {apprentice} -> {host}",
            "{player} {apprentice} joins {host}",
            "{apprentice} to {host}",
        ),
        "round_ended": ("end of round", "next round", "round over", "end", "end of the round"),
        "game_ended": ("{winners} wins", "winner: {winners}", "{winners} won"),
    },
    "fr": {
        "card_offered": (
            "{tile} {card}",
            "{tile} : {card}",
            "{card} en {tile}",
            "{tile} = {card}",
            "{card} sur {tile}",
        ),
        "bid_placed": (
            "{player} {one} {two}",
            "{player} : {one}, {two}",
            "{player} joue {one} et {two}",
            "{player} mise {one} et {two}",
            "{player} mise sur {one} et sur {two}",
            "{player} - {one} / {two}",
            "{player} parie {one} {two}",
        ),
        "bribe_raised": (
            "{player} +{coins} {action}",
            "{player} ajoute {coins} sur {action}",
            "{player} met {coins} pièces sur {action}",
            "{player} {action}+{coins}",
            "{player} pose {coins} sur {action}",
            "{player} paie {coins} sur {action}",
            "{player} monte {action} de {coins}",
        ),
        "card_purchased": (
            "{player} achète {card}",
            "{tile} : {player}",
            "{player} prend le {card}",
            "{player} a {card}",
            "{player} gagne {tile}",
            "{card} : {player}",
            "{card} -> {player}",
            "{card} pour {player}",
            "{player} obtient {card}",
            "{player} achète {card} pour {paid}",
            "{player} remporte {card}",
            "{card} à {player}",
        ),
        "card_removed": (
            "{tile} : personne",
            "{card} : personne",
            "{card} défaussé",
            "{card} égalité",
            "{tile} égalité",
            "personne ne prend {card}",
            "{card} éliminé",
            "{card} sort du jeu",
            "{tile} rien",
        ),
        "legion_discarded": (
            "{player} dépense un légionnaire pour {favour} en {tile}",
            "{player} légion pour {favour}",
            "{player} utilise {legion} pour {favour}",
            "{player} : légionnaire pour {favour}",
            "{player} défausse {legion} pour {favour}",
        ),
        "apprentice_attached": (
            "{player} {apprentice} avec {host}",
            "{player} met {apprentice} avec {host}",
            "{player} {apprentice} -> {host}",
            "{player} {apprentice} chez {host}",
            "{apprentice} avec {host}",
        ),
        "round_ended": ("fin du tour", "tour suivant", "fin", "fin de tour"),
        "game_ended": ("{winners} gagne", "vainqueur : {winners}", "{winners} a gagné"),
    },
    "pl": {
        "card_offered": ("{tile} {card}", "{tile}: {card}", "{card} na {tile}", "{tile} = {card}"),
        "bid_placed": (
            "{player} {one} {two}",
            "{player}: {one}, {two}",
            "{player} gra {one} i {two}",
            "{player} stawia na {one} i {two}",
            "{player} zagrywa {one} oraz {two}",
            "{player} - {one} / {two}",
            "{player} licytuje {one} {two}",
        ),
        "bribe_raised": (
            "{player} +{coins} {action}",
            "{player} dokłada {coins} do {action}",
            "{player} kładzie {coins} monety na {action}",
            "{player} {action}+{coins}",
            "{player} daje {coins} na {action}",
            "{player} podbija {action} o {coins}",
        ),
        "card_purchased": (
            "{player} kupuje {card}",
            "{tile}: {player}",
            "{player} bierze {card}",
            "{player} ma {card}",
            "{player} wygrywa {tile}",
            "{card}: {player}",
            "{card} -> {player}",
            "{card} dla {player}",
            "{player} dostaje {card}",
            "{player} kupił {card} za {paid}",
            "{player} kupuje {card} za {paid}",
            "{player} zdobywa {card}",
        ),
        "card_removed": (
            "{tile}: nikt",
            "{card}: nikt",
            "{card} odrzucony",
            "{card} remis",
            "{tile} remis",
            "nikt nie kupuje {card}",
            "nikt nie bierze {card}",
            "{card} wypada",
            "{card} odpada",
        ),
        "legion_discarded": (
            "{player} wydaje legionistę na {favour} przy {tile}",
            "{player} legion dla {favour}",
            "{player} używa {legion} dla {favour}",
            "{player}: legionista dla {favour}",
            "{player} odrzuca {legion} dla {favour}",
        ),
        "apprentice_attached": (
            "{player} {apprentice} do {host}",
            "{player} dokłada {apprentice} do {host}",
            "{player} {apprentice} -> {host}",
            "{apprentice} do {host}",
        ),
        "round_ended": ("koniec rundy", "następna runda", "koniec"),
        "game_ended": ("{winners} wygrywa", "zwycięzca: {winners}", "wygrał {winners}"),
    },
}

BUILDERS: dict[str, Templates] = {
    "en": {
        "building_revealed": ("{card}", "new building {card}", "up comes {card}", "{card} turned up", "+ {card}"),
        "worker_revealed": ("{card}", "new worker {card}", "up comes {card}", "{card} turned up", "+ {card}"),
        "construction_started": (
            "{player} starts {building}",
            "{player} builds the {building}",
            "{player} opens {building}",
            "{player}: {building}",
            "{player} takes {building}",
            "{player} started {building}",
            "{player} begins {building}",
        ),
        "worker_hired": (
            "{player} hires {worker}",
            "{player} hired a {worker}",
            "{player} takes {worker}",
            "{player}: {worker}",
            "{player} recruits {worker}",
            "{player} employs {worker}",
        ),
        "sent_to_work": (
            "{player} sends {worker} to {site}",
            "{player}: {worker} to {site}",
            "{player} {worker} > {site}",
            "{player} {worker} -> {site}",
            "{player} puts {worker} on {site}",
            "{player} {worker} works on {site}",
            "{player} {worker} {site}",
            "{player} sent {worker} to the {site}",
            "{player} {worker} → {site}",
        ),
        "coins_taken": (
            "{player} takes {coins} coins",
            "{player} coins {actions}",
            "{player} takes money for {actions} actions",
        ),
        "actions_bought": ("{player} buys {count} actions", "{player} buys {count} action", "{player} buys {count}"),
        "prisoner_bought": (
            "{player} buys {prisoner}",
            "{player} buys a {prisoner}",
            "{player} takes {prisoner}",
            "{player}: {prisoner}",
        ),
        "tool_bought": (
            "{player} buys {tool}",
            "{player} buys the {tool}",
            "{player} takes {tool}",
            "{player} gets {tool}",
            "{player} + {tool}",
        ),
        "loan_taken": (
            "{player} takes a loan",
            "{player} loan",
            "{player} takes {loan}",
            "{player} borrows {loan}",
            "{player} borrows 10",
        ),
        "worker_trained": (
            "{player} trains {worker} at {university}",
            "{player} {worker} to {university}",
            "{player} sends {worker} to {university}",
        ),
        "prisoner_freed": ("{player} frees {prisoner}", "{player} free {prisoner}", "{player} releases {prisoner}"),
        "loan_repaid": ("{player} repays {loan}", "{player} pays back {loan}", "{player} repays the loan"),
        "turn_ended": (
            "end",
            "end of turn",
            "{player} ends the turn",
            "pass",
            "{player} done",
            "{player} ends turn",
            "end turn",
        ),
        "game_ended": ("{winners} wins", "winner: {winners}"),
    },
    "fr": {
        "building_revealed": ("{card}", "nouveau bâtiment {card}", "{card} révélé", "+ {card}", "{card} sort"),
        "worker_revealed": ("{card}", "nouvel ouvrier {card}", "{card} révélé", "+ {card}", "{card} sort"),
        "construction_started": (
            "{player} ouvre {building}",
            "{player} ouvre le chantier {building}",
            "{player} commence {building}",
            "{player} : {building}",
            "{player} prend {building}",
            "{player} construit {building}",
            "{player} bâtit {building}",
        ),
        "worker_hired": (
            "{player} recrute {worker}",
            "{player} engage {worker}",
            "{player} prend {worker}",
            "{player} : {worker}",
            "{player} embauche {worker}",
        ),
        "sent_to_work": (
            "{player} envoie {worker} sur {site}",
            "{player} : {worker} sur {site}",
            "{player} {worker} > {site}",
            "{player} {worker} -> {site}",
            "{player} met {worker} sur {site}",
            "{player} {worker} travaille à {site}",
            "{player} {worker} {site}",
            "{player} envoie {worker} à la {site}",
        ),
        "coins_taken": (
            "{player} prend {coins} pièces",
            "{player} prend {coins} sesterces",
            "{player} pièces {actions}",
        ),
        "actions_bought": ("{player} achète {count} actions", "{player} achète {count} action"),
        "prisoner_bought": ("{player} achète {prisoner}", "{player} achète un {prisoner}", "{player} prend {prisoner}"),
        "tool_bought": (
            "{player} achète {tool}",
            "{player} achète la {tool}",
            "{player} prend {tool}",
            "{player} + {tool}",
        ),
        "loan_taken": (
            "{player} prend un emprunt",
            "{player} emprunt",
            "{player} prend {loan}",
            "{player} emprunte {loan}",
        ),
        "worker_trained": (
            "{player} forme {worker} à {university}",
            "{player} {worker} à l'{university}",
            "{player} envoie {worker} à {university}",
        ),
        "prisoner_freed": ("{player} libère {prisoner}", "{player} affranchit {prisoner}"),
        "loan_repaid": ("{player} rembourse {loan}", "{player} rembourse l'emprunt"),
        "turn_ended": (
            "fin",
            "fin du tour",
            "{player} termine son tour",
            "passe",
            "{player} finit le tour",
            "{player} a fini",
        ),
        "game_ended": ("{winners} gagne", "vainqueur : {winners}"),
    },
    "pl": {
        "building_revealed": ("{card}", "nowa budowla {card}", "odkryto {card}", "+ {card}", "wychodzi {card}"),
        "worker_revealed": ("{card}", "nowy robotnik {card}", "odkryto {card}", "+ {card}", "wychodzi {card}"),
        "construction_started": (
            "{player} zaczyna {building}",
            "{player} rozpoczyna budowę {building}",
            "{player} buduje {building}",
            "{player}: {building}",
            "{player} bierze {building}",
        ),
        "worker_hired": (
            "{player} zatrudnia {worker}",
            "{player} bierze {worker}",
            "{player}: {worker}",
            "{player} najmuje {worker}",
            "{player} werbuje {worker}",
            "{player} zatrudnił {worker}",
        ),
        "sent_to_work": (
            "{player} wysyła {worker} na {site}",
            "{player} wysyła {worker} do {site}",
            "{player}: {worker} na {site}",
            "{player} {worker} > {site}",
            "{player} {worker} -> {site}",
            "{player} {worker} pracuje przy {site}",
            "{player} {worker} {site}",
            "{player} posyła {worker} na {site}",
        ),
        "coins_taken": (
            "{player} bierze {coins} sestercji",
            "{player} pobiera {coins} monet",
            "{player} monety {actions}",
        ),
        "actions_bought": ("{player} kupuje {count} akcje", "{player} kupuje {count} akcję"),
        "prisoner_bought": ("{player} kupuje {prisoner}", "{player} bierze {prisoner}"),
        "tool_bought": ("{player} kupuje {tool}", "{player} bierze {tool}", "{player} + {tool}"),
        "loan_taken": (
            "{player} bierze pożyczkę",
            "{player} pożyczka",
            "{player} bierze {loan}",
            "{player} pożycza {loan}",
        ),
        "worker_trained": (
            "{player} szkoli {worker} na {university}",
            "{player} {worker} na {university}",
            "{player} kształci {worker} {university}",
        ),
        "prisoner_freed": ("{player} uwalnia {prisoner}",),
        "loan_repaid": ("{player} spłaca {loan}", "{player} oddaje {loan}", "{player} spłaca pożyczkę"),
        "turn_ended": ("koniec", "koniec tury", "{player} kończy turę", "pas", "{player} koniec", "{player} kończy"),
        "game_ended": ("{winners} wygrywa", "zwycięzca: {winners}"),
    },
}

ROME: dict[str, Templates] = {
    "en": {
        "hand_dealt": (
            "{player} is dealt {cards}",
            "{player} has {cards}",
            "{player} deal {cards}",
            "{player} gets {cards}",
            "{player} starts with {cards}",
        ),
        "order_revealed": (
            "{player} {card}",
            "{player} turns up {card}",
            "{player} reveals {card}",
            "{player}: {card}",
            "{player} shows {card}",
        ),
        "leader_chosen": (
            "{player} leads first",
            "{player} leader",
            "{player} is first leader",
            "{player} starts",
            "leader: {player}",
            "{player} is the leader",
        ),
        "thought": (
            "{player} thinks",
            "{player} draws",
            "{player}: think",
            "{player} thinker",
            "{player} thinks, draws orders",
            "{player} draws cards",
        ),
        "thought senator": (
            "{player} thinks: senator",
            "{player} draws a senator",
            "{player} takes a senator",
            "{player} senator",
        ),
        "role_led": (
            "{player} leads {role} with {cards}",
            "{player} plays {role} with {cards}",
            "{player} leads {role} ({cards})",
            "{player} leads {role}, {cards}",
            "{player}: {role} with {cards}",
            "{player} led {role} with {cards}",
            "{player} {role} {cards}",
        ),
        "role_followed": (
            "{player} follows with {cards}",
            "{player} follows {cards}",
            "{player} follows ({cards})",
            "{player}: follows with {cards}",
            "{player} followed with {cards}",
            "{player} plays {cards}",
        ),
        "material_hauled": (
            "{player} hauls {card}",
            "{player} takes {card} to the stockpile",
            "{player} puts {card} into the stockpile",
            "{player} {card} -> stockpile",
            "{player} takes {card} from the pool",
            "{player} laborer {card}",
        ),
        "client_hired": (
            "{player} hires {card}",
            "{player} takes {card} as a client",
            "{player} client {card}",
            "{player} {card} -> clientele",
            "{player} hires {card} from the pool",
            "{player} gets client {card}",
        ),
        "material_sold": (
            "{player} sells {card}",
            "{player} vaults {card}",
            "{player} {card} -> vault",
            "{player} puts {card} into the vault",
            "{player} sells {card} to the vault",
        ),
        "foundation_laid": (
            "{player} lays {card}",
            "{player} starts {card}",
            "{player} lays the foundation of {card}",
            "{player} begins {card}",
            "{player} builds {card}",
            "{player} foundation {card}",
            "{player} founds {card}",
        ),
        "material_added": (
            "{player} adds {material} to {structure}",
            "{player} puts {material} in {structure}",
            "{player} {material} -> {structure}",
            "{player}: {material} into {structure}",
            "{player} uses {material} for {structure}",
            "{player} adds {material} to the {structure}",
        ),
        "materials_demanded": (
            "{player} demands with {cards}",
            "{player} demands {cards}",
            "{player} shows {cards}",
            "{player} legionary with {cards}",
            "Rome demands {cards}",
        ),
        "demand_answered": (
            "{player} gives {cards}",
            "{player} hands over {cards}",
            "{player} gives up {cards}",
            "{player}: {cards}",
        ),
        "demand_answered nothing": (
            "{player} gives nothing",
            "{player} nothing",
            "{player} has none",
            "{player} glory to rome",
            "{player} refuses",
            "{player} no",
        ),
        "pool_taken": (
            "{player} takes {cards} from the pool",
            "{player} pool {cards}",
            "{player} gets {cards} from the pool",
        ),
        "action_declined": ("{player} does nothing as {role}", "{player} skips {role}", "{player} passes"),
        "round_ended": ("end", "end of round", "round over", "next round", "round ends"),
        "game_ended": ("{winners} wins", "winner: {winners}"),
    },
    "fr": {
        "hand_dealt": ("{player} reçoit {cards}", "{player} a {cards}", "{player} commence avec {cards}"),
        "order_revealed": (
            "{player} {card}",
            "{player} révèle {card}",
            "{player} retourne {card}",
            "{player} : {card}",
            "{player} montre {card}",
        ),
        "leader_chosen": (
            "{player} commence",
            "{player} premier meneur",
            "{player} est le meneur",
            "meneur : {player}",
        ),
        "thought": (
            "{player} réfléchit",
            "{player} pioche",
            "{player} : réflexion",
            "{player} pioche des cartes",
            "{player} réfléchit et pioche",
        ),
        "thought senator": (
            "{player} réfléchit : sénateur",
            "{player} pioche un sénateur",
            "{player} prend un sénateur",
            "{player} sénateur",
        ),
        "role_led": (
            "{player} mène {role} avec {cards}",
            "{player} joue {role} avec {cards}",
            "{player} lance {role} ({cards})",
            "{player} : {role} avec {cards}",
            "{player} {role} {cards}",
            "{player} dirige {role} avec {cards}",
        ),
        "role_followed": (
            "{player} suit avec {cards}",
            "{player} suit {cards}",
            "{player} suit ({cards})",
            "{player} : suit avec {cards}",
            "{player} joue {cards}",
        ),
        "material_hauled": (
            "{player} prend {card} dans la réserve",
            "{player} met {card} en réserve",
            "{player} {card} -> réserve",
            "{player} prend {card} au centre",
            "{player} ramasse {card}",
        ),
        "client_hired": (
            "{player} engage {card}",
            "{player} recrute {card}",
            "{player} prend {card} comme client",
            "{player} client {card}",
            "{player} embauche {card}",
        ),
        "material_sold": (
            "{player} vend {card}",
            "{player} {card} -> coffre",
            "{player} met {card} au coffre",
            "{player} met {card} dans le coffre",
        ),
        "foundation_laid": (
            "{player} pose {card}",
            "{player} commence {card}",
            "{player} pose la fondation de {card}",
            "{player} fondation {card}",
            "{player} fonde {card}",
            "{player} construit {card}",
        ),
        "material_added": (
            "{player} ajoute {material} à {structure}",
            "{player} met {material} dans {structure}",
            "{player} {material} -> {structure}",
            "{player} : {material} dans {structure}",
            "{player} utilise {material} pour {structure}",
        ),
        "materials_demanded": (
            "{player} exige avec {cards}",
            "{player} demande {cards}",
            "{player} montre {cards}",
            "{player} réclame {cards}",
        ),
        "demand_answered": (
            "{player} donne {cards}",
            "{player} cède {cards}",
            "{player} remet {cards}",
            "{player} : {cards}",
        ),
        "demand_answered nothing": (
            "{player} ne donne rien",
            "{player} rien",
            "{player} n'a rien",
            "{player} refuse",
            "{player} non",
        ),
        "pool_taken": ("{player} prend {cards} de la réserve", "{player} prend {cards} au centre"),
        "action_declined": ("{player} ne fait rien comme {role}", "{player} passe"),
        "round_ended": ("fin", "fin du tour", "tour suivant", "le tour est fini"),
        "game_ended": ("{winners} gagne", "vainqueur : {winners}"),
    },
    "pl": {
        "hand_dealt": ("{player} dostaje {cards}", "{player} ma {cards}", "{player} zaczyna z {cards}"),
        "order_revealed": (
            "{player} {card}",
            "{player} odsłania {card}",
            "{player} odkrywa {card}",
            "{player}: {card}",
            "{player} pokazuje {card}",
        ),
        "leader_chosen": (
            "{player} zaczyna",
            "{player} przywódca",
            "{player} jest pierwszym przywódcą",
            "przywódca: {player}",
            "{player} prowadzi",
        ),
        "thought": (
            "{player} myśli",
            "{player} dobiera",
            "{player}: myślenie",
            "{player} dobiera karty",
            "{player} rozmyśla",
        ),
        "thought senator": (
            "{player} myśli: senator",
            "{player} dobiera senatora",
            "{player} bierze senatora",
            "{player} senator",
        ),
        "role_led": (
            "{player} prowadzi {role} {cards}",
            "{player} zagrywa {role} z {cards}",
            "{player} gra {role} ({cards})",
            "{player}: {role}, {cards}",
            "{player} {role} {cards}",
            "{player} rozgrywa {role} kartą {cards}",
        ),
        "role_followed": (
            "{player} podąża {cards}",
            "{player} podąża z {cards}",
            "{player} podąża kartą {cards}",
            "{player}: podąża, {cards}",
            "{player} dokłada {cards}",
            "{player} idzie za {cards}",
        ),
        "material_hauled": (
            "{player} bierze {card} do składu",
            "{player} kładzie {card} do magazynu",
            "{player} {card} -> skład",
            "{player} bierze {card} z puli",
            "{player} zabiera {card}",
        ),
        "client_hired": (
            "{player} zatrudnia {card}",
            "{player} bierze klienta {card}",
            "{player} klient {card}",
            "{player} pozyskuje {card}",
            "{player} bierze {card} do klienteli",
        ),
        "material_sold": (
            "{player} sprzedaje {card}",
            "{player} {card} -> skarbiec",
            "{player} wkłada {card} do skarbca",
            "{player} kładzie {card} do skarbca",
        ),
        "foundation_laid": (
            "{player} kładzie {card}",
            "{player} zaczyna {card}",
            "{player} kładzie fundament {card}",
            "{player} fundament {card}",
            "{player} buduje {card}",
            "{player} stawia {card}",
        ),
        "material_added": (
            "{player} dokłada {material} do {structure}",
            "{player} dodaje {material} do {structure}",
            "{player} {material} -> {structure}",
            "{player}: {material} do {structure}",
            "{player} używa {material} na {structure}",
        ),
        "materials_demanded": ("{player} żąda {cards}", "{player} pokazuje {cards}", "{player} domaga się {cards}"),
        "demand_answered": ("{player} oddaje {cards}", "{player} daje {cards}", "{player}: {cards}"),
        "demand_answered nothing": (
            "{player} nic nie daje",
            "{player} nic",
            "{player} nie ma",
            "{player} nic nie oddaje",
            "{player} nie",
        ),
        "pool_taken": ("{player} bierze {cards} z puli", "{player} z puli {cards}"),
        "action_declined": ("{player} nic nie robi jako {role}", "{player} pasuje"),
        "round_ended": ("koniec", "koniec rundy", "następna runda", "runda skończona"),
        "game_ended": ("{winners} wygrywa", "zwycięzca: {winners}"),
    },
}
SAID = {"lutece": LUTECE, "builders": BUILDERS, "glory_to_rome": ROME}
NOTES = ("", "", "", "", "", "", " # hm", " # ??", "  ", ".", "!")


class Said(NamedTuple):
    """A line, the way in which it is said, and what was understood."""

    event: Event
    way: str
    line: str
    outcome: str
    heard: str


def named(dice: Random, player: str, players: list[str]) -> str:
    """A player, whole or begun, in any letters."""
    begun = next(
        player[:n]
        for n in range(1, len(player) + 1)
        if n == len(player) or sum(plainly_written(one).startswith(plainly_written(player[:n])) for one in players) == 1
    )
    return dice.choice(
        (player, player, player.lower(), begun, begun.lower(), player[:3] if len(player) > 3 else player)
    )


def unaccented(text: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one)).replace(
        "ł", "l"
    )


def card(dice: Random, table: Any, token: str, speak: Language) -> str:
    """A card by its name, with its number or without, or by its code."""
    name = table.deck.names.get(token.partition("#")[0])
    if not isinstance(name, Name):
        return spoken_otherwise(token, speak)
    bare_name = str(speak.spell(Name(name.word, name.others), ""))
    whole = str(speak.spell(name, ""))
    code = name.number or token.partition("#")[0]
    ways = [whole, whole.lower(), bare_name, bare_name.lower(), unaccented(whole).lower(), unaccented(bare_name)]
    if name.number:
        ways += [code, code, code.upper(), f"{bare_name} {code}", f"{bare_name.lower()} {code[1:].lstrip('0')}"]
    alike = sum(str(one).partition(" ")[0] == str(name).partition(" ")[0] for one in table.deck.names.values())
    return dice.choice(ways[:2] + ways[4:5] + ways[6:] if alike > 1 and name.number else ways)


OTHERWISE = {
    "en": {
        "senator": ("a senator", "senator"),
        "?": ("an unseen card", "?", "unseen"),
        "revenue": ("revenue", "rev", "r"),
    },
    "fr": {
        "senator": ("un sénateur", "sénateur", "senateur"),
        "?": ("une carte cachée", "?"),
        "revenue": ("revenu", "rev", "revenus"),
    },
    "pl": {
        "senator": ("senator", "senatora", "senatorem"),
        "?": ("nieznana karta", "?"),
        "revenue": ("dochód", "doch", "dochod"),
    },
}


def spoken_otherwise(token: str, speak: Language) -> str:
    from ledger.games.glory_to_rome.naming import MATERIAL_NAMES

    ways = OTHERWISE[speak.code].get(token)
    if ways:
        return ways[hash(token) % len(ways)]
    return speak(MATERIAL_NAMES[token]) if token in MATERIAL_NAMES else token


def told(dice: Random, table: Any, event: Event, speak: Language, name: str) -> tuple[str, str] | None:
    """A line for an event, and the way in which it is said."""
    fact = to_builtins(bare(event))
    kind = fact.pop("type")
    ways = SAID[name][speak.code]
    if fact.get("draw") == "senator":
        kind = "thought senator"
    if kind == "demand_answered" and not fact.get("cards") and not fact.get("stockpile"):
        kind = "demand_answered nothing"
    if kind not in ways:
        return None
    way = dice.choice(ways[kind])
    fact = {field: list(value) if isinstance(value, tuple) else value for field, value in fact.items()}
    places: dict[str, Any] = {}
    players = list(table.players)
    for field, value in fact.items():
        if value in players:
            places[field] = named(dice, value, players)
        elif isinstance(value, str):
            places[field] = (
                value
                if field in ("tile", "source", "site", "reason") and name != "builders"
                else card(dice, table, value, speak)
            )
        elif field == "winners":
            places[field] = ", ".join(value)
        elif isinstance(value, list | tuple):
            places[field] = ", ".join(card(dice, table, one, speak) for one in value)
        else:
            places[field] = value
    if kind == "bid_placed":
        rev = OTHERWISE[speak.code]["revenue"]
        one, two = (
            dice.choice(rev) if act == "revenue" else dice.choice((act, act.lower())) for act in fact["actions"]
        )
        places |= {"one": one, "two": two}
    if kind == "bribe_raised":
        bid = table.players[fact["player"]].bid
        if not bid or fact["card"] > len(bid):
            return None
        acted = [one.action for one in bid]
        if acted[0] == acted[1]:
            return None
        act = acted[fact["card"] - 1]
        places["action"] = dice.choice(OTHERWISE[speak.code]["revenue"]) if act == "revenue" else act
    if kind == "coins_taken":
        places["coins"] = {1: 1, 2: 3, 3: 6}.get(fact["actions"], fact["actions"])
    if "role" in fact:
        from ledger.games.glory_to_rome.naming import role_said

        role = speak(role_said(fact["role"]))
        places["role"] = dice.choice((role, role.lower(), unaccented(role).lower()))
    try:
        line = way.format(**places)
    except KeyError:
        return None
    if fact.get("tool") and kind == "sent_to_work":
        line += {"en": " with ", "fr": " avec ", "pl": " z "}[speak.code] + str(places["tool"])
    extra = [one for one in ("out_of_town", "source", "stockpile", "clients", "unfinished", "waived") if fact.get(one)]
    if extra and not (extra == ["source"] and fact["source"] in ("pool", "hand", "stockpile")):
        return None
    if name == "glory_to_rome" and kind == "role_led" and fact.get("actions") is not None:
        return None
    return line + dice.choice(NOTES), f"{kind}: {way}"


def lines_of(game: Game, seed: int, speak: Language) -> Iterator[Said]:
    """Every line of a game that can be said, with what it is taken for."""
    dice = Random(f"{game.name} {seed} {speak.code}")
    editions, seats = game.about.editions, game.about.seats
    _, events = decode(
        scan(simulate(game, seed, edition=dice.choice([*editions]), players=dice.choice([*seats]))), GAMES
    )
    standing = [one for one in in_force(events).events if not isinstance(one, OF_THE_LOG)]
    if game.name == "glory_to_rome":  # nobody at a table sees which copy of a card it is, nor the deck
        open_ = [one for one in standing if type(one).__name__ != "DeckShuffled"]
        standing = [game.decoder.decode(re.sub(rb"#\d+", b"", encode(bare(one)))) for one in open_]
    record = new_record(game, standing[0], rules_of(game, standing[0]))
    fold(record, standing[:1])
    for event in standing[1:]:
        found = told(dice, record.table, event, speak, game.name)
        if found:
            line, way = found
            answer = Reader(record, speak).understand(line, ahead=True)
            yield judged(game, record.table, event, way, line, answer, speak)
        fold(record, [event])


def judged(game: Game, table: Any, event: Event, way: str, line: str, answer: Any, speak: Language) -> Said:
    if isinstance(answer, Ambiguous):
        possible = " / ".join(speak(words) for one in answer.possibilities for words in one.words)
        return Said(event, way, line, "asked back", possible)
    if not isinstance(answer, Understood):
        return Said(event, way, line, "refused", speak(answer.why))
    heard = [one for one in answer.events if type(one).__name__ != "NoteAdded"]
    same = bool(heard) and looks(game, table, heard[-1]) == looks(game, table, event)
    before = all(type(one) is not type(event) or True for one in heard[:-1])
    outcome = (
        "strange"
        if answer.strange
        else "understood"
        if same and before and len(heard) == 1
        else "with more"
        if same
        else "MISREAD"
    )
    heard_as = " / ".join(
        [*(speak(words) for words in answer.words), *map(repr, heard if outcome == "MISREAD" else ())]
    )
    return Said(event, way, line, outcome, heard_as)


def looks(game: Game, table: Any, event: Event) -> Any:
    alike = game.scribe.alike
    named = (one for one in event.__struct_fields__ if one not in ("n", "ts", "by", "id", "more", "paid", "received"))
    fact = {"type": type(event).__name__} | {one: getattr(event, one) for one in named}
    return {
        field: [alike(table, each) for each in value] if isinstance(value, list | tuple) else alike(table, value)
        for field, value in fact.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=[*GAMES])
    parser.add_argument("--lang", default="en,fr,pl")
    parser.add_argument("--show", action="store_true", help="what was refused")
    asked = parser.parse_args()
    for name in [asked.game] if asked.game else GAMES:
        for code in asked.lang.split(","):
            outcomes: Counter[str] = Counter()
            ways: dict[tuple[str, str], list[Said]] = {}
            for seed in range(asked.seed, asked.seed + asked.games):
                for one in lines_of(GAMES[name], seed, language(code)):
                    outcomes[one.outcome] += 1
                    ways.setdefault((one.outcome, one.way), []).append(one)
            print(f"{name} {code}: {dict(outcomes)}")
            totals: Counter[str] = Counter()
            for (_, way), some in ways.items():
                totals[way] += len(some)
            for (outcome, way), some in sorted(ways.items(), key=lambda item: (item[0][0], -len(item[1]))):
                if outcome in ("MISREAD", "with more", "strange") or (asked.show and outcome != "understood"):
                    print(f"  {outcome} {len(some)}/{totals[way]} [{way}]")
                    for one in some[: 3 if outcome in ("MISREAD", "strange") else 2]:
                        print(f"      {one.line!r}  meant {to_builtins(bare(one.event))}\n        {one.heard[:230]}")


if __name__ == "__main__":
    main()

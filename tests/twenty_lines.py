"""Record a game, have it judged, and ask why somebody has their points."""

import sys
from pathlib import Path

import ledger
from ledger.games.lutece.bid import BidPlaced
from ledger.games.lutece.offer import CardOffered

path = Path(sys.argv[1])
with ledger.begin(path, "lutece", ["Ana", "Bo"], edition="en", place="the kitchen") as log:
    tiles = zip("ABC123", ["C01", "C02", "C03", "L01", "L04", "L29"], strict=True)
    log.enter([CardOffered(tile=tile, card=card) for tile, card in tiles])
    log.append(BidPlaced(player="Ana", actions=("A", "revenue")))
    log.append(BidPlaced(player="Ana", actions=("B", "C")))  # a slip: she has bid already

report = ledger.judge(path)
for finding in report.findings:
    print(f"{path.name}:{finding.line}: {finding.rule}: {finding.message}")
for line in ledger.why(path, "Ana"):
    print(line.points, line.category, line.reason, line.rule, line.events)

"""Which lines of ours an input was the first to run."""

import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

HERE = Path(__file__).parent.parent.parent
OURS = (str(HERE / "ledger"), str(HERE / "cli"))
TOOL = 3  # a number that no debugger, profiler or coverage tool takes
CHEAP = hasattr(sys, "monitoring")  # since Python 3.12 a line that was seen costs nothing
SELDOM = 1 if CHEAP else 20  # before, watching makes everything ten times as slow: so only every so many inputs


class Watch:
    """Counts the lines run for the first time. Each is looked at until it was seen, and costs nothing from then on."""

    def __init__(self) -> None:
        self.new = 0
        self._left: dict[CodeType, set[int]] = {}  # before 3.12: the lines of a function that were never run

    def start(self) -> None:
        """Look from now on."""
        if not CHEAP:
            sys.settrace(self._called)
            return
        watch = sys.monitoring
        if watch.get_tool(TOOL) is not None:
            return  # it looks on for as long as the process lives: each line is told once
        watch.use_tool_id(TOOL, "fuzz")
        watch.register_callback(TOOL, watch.events.LINE, self._ran)
        watch.set_events(TOOL, watch.events.LINE)

    def stop(self) -> None:
        """Look no more, where looking costs something."""
        if not CHEAP:
            sys.settrace(None)

    def _ran(self, code: CodeType, line: int) -> Any:
        if code.co_filename.startswith(OURS):
            self.new += 1
        return sys.monitoring.DISABLE

    def _called(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        left = self._left.get(code)
        if left is None:
            ours = code.co_filename.startswith(OURS)
            left = self._left[code] = {line for _, _, line in code.co_lines() if line} if ours else set()
        return self._stepped if left else None

    def _stepped(self, frame: FrameType, event: str, arg: object) -> Any:
        left = self._left[frame.f_code]
        if event == "line" and frame.f_lineno in left:
            left.discard(frame.f_lineno)
            self.new += 1
        return self._stepped if left else None

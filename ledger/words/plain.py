"""Text that is only ever shown: whatever would act on a screen, in a sheet or on a page is made harmless."""

import re

# Control characters, marks that turn the direction of text, and everything else that is not seen but acts.
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]"
)
FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def plain(text: object) -> str:
    """Text that a terminal only shows: what would act is written out as a code."""
    return UNSEEN.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", str(text))


def cell(value: object) -> object:
    """A value for a spreadsheet: numbers stay numbers, and no text is taken for a formula."""
    if value is None or isinstance(value, bool | int | float):
        return value
    text = plain(value)
    return "'" + text if text.startswith(FORMULA) else text

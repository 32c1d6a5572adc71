"""What the pad says, in the language of whoever reads it."""

LANGUAGES = ("en", "fr", "pl")


def said(words: object, lang: str) -> str:
    """Words as a person reads them."""
    return str(words)

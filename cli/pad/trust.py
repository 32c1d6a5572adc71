"""Encryption at home: an authority of one's own that phones are told to trust once."""

from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path

from cli.options import Failure
from cli.pad.keys import put_secret
from cli.pad.words import said
from ledger.words import Words

AUTHORITY, KEY, SERVER = "authority.crt", "authority.key", "server.pem"
DAYS = 390  # phones refuse a server's certificate that holds for longer than about 13 months


def certificate(folder: Path, names: list[str]) -> Path:
    """A certificate for these names, signed by the authority kept in the folder; kept while it holds."""
    import trustme

    authority, key = folder / AUTHORITY, folder / KEY
    if not authority.exists() or not key.exists():
        made = trustme.CA(organization_name="Quaestor", organization_unit_name=f"Score pad {names[0]}")
        put_secret(key, made.private_key_pem.bytes())
        put_secret(authority, made.cert_pem.bytes())
    try:
        own = trustme.CA.from_pem(authority.read_bytes(), key.read_bytes())
    except ValueError:
        words = "{path} is damaged; delete it and {key}, and let the phones trust the new one"
        raise Failure(Words(words, path=authority, key=KEY)) from None
    path, now = folder / SERVER, datetime.now(UTC)
    if _holds(path, authority, names, now):
        return path
    issued = own.issue_cert(
        *names,
        common_name=names[0],
        organization_name="Quaestor",
        organization_unit_name="Score pad",
        not_before=now - timedelta(days=1),
        not_after=now + timedelta(days=DAYS),
    )
    put_secret(path, issued.private_key_and_cert_chain_pem.bytes())
    return path


def _holds(path: Path, authority: Path, names: list[str], now: datetime) -> bool:
    """Whether a certificate is still good: a phone whose owner accepted it by hand would have to do so again."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.x509 import ExtensionNotFound, SubjectAlternativeName, load_pem_x509_certificate

    try:
        known = load_pem_x509_certificate(path.read_bytes())
        known.verify_directly_issued_by(load_pem_x509_certificate(authority.read_bytes()))
        named = known.extensions.get_extension_for_class(SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, InvalidSignature, ExtensionNotFound):
        return False
    path.chmod(0o600)
    return {str(one.value) for one in named} == set(names) and known.not_valid_after_utc - now > timedelta(days=30)


TITLE = Words("Let this phone trust the pad")
WHY = Words(
    "The pad encrypts with a certificate of its own, which no phone knows yet. Once the phone trusts it, there is no "
    "warning any more, and the pad opens and records with no network too."
)
STEPS = (
    Words("Download the certificate."),
    Words(
        "iPhone, iPad: open Settings, then Profile Downloaded, and install it; then General, About, Certificate Trust "
        "Settings, and switch it on."
    ),
    Words(
        "Android: open Settings, search for CA certificate, choose Install anyway, and pick the file that you "
        "downloaded."
    ),
    Words("Then open the link or the QR code of the pad again."),
)
AFTER = Words(
    "Whoever has the folder of this pad could pretend to be other sites to this phone: remove the certificate when you "
    "no longer use the pad."
)


def page(lang: str) -> bytes:
    """How a phone comes to trust this pad."""
    steps = "".join(f"<li>{escape(said(step, lang))}</li>" for step in STEPS)
    link = f'<p><a class="button main full" href="/trust/{AUTHORITY}" download>{escape(said(STEPS[0], lang))}</a></p>'
    body = f"<h1>{escape(said(TITLE, lang))}</h1><p>{escape(said(WHY, lang))}</p>{link}<ol>{steps}</ol>"
    body += f"<p>{escape(said(AFTER, lang))}</p>"
    head = (
        f'<meta charset="utf-8"><title>{escape(said(TITLE, lang))}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/static/style.css">'
    )
    whole = f'<html lang="{lang}"><head>{head}</head><body><main class="page">{body}</main></body></html>'
    return f"<!doctype html>\n{whole}\n".encode()

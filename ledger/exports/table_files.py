"""Tables as files: CSV, workbooks, Parquet; names come out harmless in all of them."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from ledger.log import LogError
from ledger.questions import is_rate
from ledger.words import Words
from ledger.words.plain import cell, plain


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as CSV that no spreadsheet takes for formulas."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([cell(name) for name in columns])
    writer.writerows([["" if one is None else cell(one) for one in row] for row in rows])
    return stream.getvalue()


def xlsx_bytes(tables: Mapping[str, tuple[Sequence[str], Iterable[Sequence[Any]]]]) -> bytes:
    """Tables as the sheets of a workbook; text stays text."""
    try:
        import xlsxwriter
    except ImportError:
        words = Words("spreadsheets need xlsxwriter: pip install 'quaestor-ledger[archive]'")
        raise LogError(words) from None
    stream = io.BytesIO()
    text = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(stream, {"in_memory": True, "default_date_format": "yyyy-mm-dd", **text})
    for name, (columns, rows) in tables.items():
        _write_sheet(book, name, columns, list(rows))
    book.close()
    return stream.getvalue()


def _write_sheet(book: Any, name: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A table under bold headings that stay in sight and can be filtered; parts of one in per cent."""
    sheet, bold = book.add_worksheet(name[:31]), book.add_format({"bold": True})
    looks = [book.add_format({"num_format": "0.0%" if is_rate(column) else "0.00"}) for column in columns]
    sheet.freeze_panes(1, 0)
    for at, column in enumerate(columns):
        sheet.write_string(0, at, plain(column), bold)
    for line, row in enumerate(rows, 1):
        for at, value in enumerate(row):
            _write_cell(sheet, line, at, value, looks[at])
    sheet.autofilter(0, 0, len(rows), max(len(columns) - 1, 0))
    sheet.autofit()
    for at, column in enumerate(columns):
        if any(isinstance(row[at], float) for row in rows):
            sheet.set_column(at, at, max(8, len(column) + 3))  # as wide as what is shown of a long fraction


def _write_cell(sheet: Any, line: int, at: int, value: Any, look: Any) -> None:
    if isinstance(value, bool):
        sheet.write_boolean(line, at, value)
    elif isinstance(value, int | float) and abs(value) < 2**53:
        sheet.write_number(line, at, value, look if isinstance(value, float) else None)
    elif isinstance(value, date) and not isinstance(value, datetime):
        sheet.write_datetime(line, at, value)
    elif value is not None:
        sheet.write_string(line, at, str(cell(value))[:32_000])


def parquet_bytes(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    """A table as Parquet."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise LogError(Words("Parquet needs pyarrow: pip install 'quaestor-ledger[archive]'")) from None
    stream = io.BytesIO()
    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    names = _distinct(columns)
    pq.write_table(pa.Table.from_arrays([pa.array(list(one)) for one in values], names), stream, compression="zstd")
    return stream.getvalue()


def _distinct(columns: Sequence[str]) -> list[str]:
    return [name if name not in columns[:at] else f"{name}_{at}" for at, name in enumerate(columns)]

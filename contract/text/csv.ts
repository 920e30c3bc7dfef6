/** The first characters of texts that a spreadsheet reads as a formula or as part of one. */
const FORMULA = /^[=+\-@\t\r]/
/** Fields that need quotes. Fields with whitespace at an end need them because some readers remove it. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/
/** Without this mark, spreadsheets do not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A text that a spreadsheet shows and never computes: an apostrophe is put before what it would read as a formula. */
function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

function csvField(text: string): string {
  const shown = withoutFormula(text)
  return NEEDS_QUOTES.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/**
 * Rows as CSV (RFC 4180): commas, CRLF after each row, quotes where needed, doubled inside. Line breaks in a field stay
 * unchanged. No field is a formula (`withoutFormula`).
 */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('')
}

/** Rows as a CSV file: `csvRows` after a byte order mark. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + csvRows(rows)
}

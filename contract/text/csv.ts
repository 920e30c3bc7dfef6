/** What makes a spreadsheet take a text for a formula, or for the rest of one. */
const FORMULA = /^[=+\-@\t\r]/
/** What can't stand in a field without quotes; a blank at either end is quoted too, for some readers take it off. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/
/** Without it spreadsheets read the bytes as of an older alphabet than UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A text that a spreadsheet shows and never reckons with: what it would take for a formula gets an apostrophe before it. */
function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

function field(text: string): string {
  const shown = harmless(text)
  return NEEDS_QUOTES.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/**
 * Rows as CSV after RFC 4180: commas, CRLF after each row, quotes where needed and doubled inside; line ends in a field stay
 * as they are. No field is a formula (`harmless`).
 */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

/** A file of such rows: it begins with a byte order mark. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + csvRows(rows)
}

/**
 * Tab-separated text as spreadsheets write it to the clipboard: one line per row; cells with tabs, line breaks or
 * quotes are quoted.
 */
export function tabText(rows: readonly (readonly string[])[]): string {
  const text = rows.map((row) => row.map(quoteCell).join('\t')).join(LINE_END)
  // Without one more line end, readers would take an empty last row for the line end of the row before.
  return text.endsWith(LINE_END) ? text + LINE_END : text
}
const LINE_END = '\r\n'

const quoteCell = (cell: string) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * Parses tab-separated text as spreadsheets write it. Accepts any line ending, with or without one after the last line.
 * A quote has a meaning only at the start of a cell. Rows can differ in length.
 */
export function parseTabText(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let at = 0
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at)
    rows.at(-1)?.push(cell)
    at = end
    if (text[at] === '\t') {
      at += 1
      if (at === text.length) rows.at(-1)?.push('')
      continue
    }
    if (at >= text.length) break
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (at < text.length) rows.push([])
  }
  return rows.map((row) => (row.length === 0 ? [''] : row))
}

function plainCell(text: string, from: number) {
  const length = text.slice(from).search(/[\t\r\n]/)
  const end = length < 0 ? text.length : from + length
  return { cell: text.slice(from, end), end }
}

/** Parses a quoted cell. A cell whose closing quote is missing, or is followed by other text, is read as plain text. */
function quotedCell(text: string, from: number) {
  let cell = ''
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') {
      cell += text[at]
      continue
    }
    if (text[at + 1] !== '"') {
      const isWhole = at + 1 === text.length || /[\t\r\n]/.test(text[at + 1] ?? '')
      return isWhole ? { cell, end: at + 1 } : plainCell(text, from)
    }
    cell += '"'
    at += 1
  }
  return plainCell(text, from)
}

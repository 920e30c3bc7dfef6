/** Tab-separated text as spreadsheets put it on the clipboard: a line a row, cells with tabs, breaks or quotes quoted. */
export function tabText(rows: readonly (readonly string[])[]): string {
  const text = rows.map((row) => row.map(quoted).join('\t')).join(LINE_END)
  // A last row that is empty would be taken for the end of the one before.
  return text.endsWith(LINE_END) ? text + LINE_END : text
}
const LINE_END = '\r\n'

const quoted = (cell: string) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * The cells of tab-separated text, as spreadsheets write it. Lines may end in any way, the last one with or without its end;
 * a quote counts only at the beginning of a cell. Rows may differ in length.
 */
export function cellsOf(text: string): readonly (readonly string[])[] {
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

/** A cell in quotes; one whose quotes do not end before a cell does is taken as it stands. */
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

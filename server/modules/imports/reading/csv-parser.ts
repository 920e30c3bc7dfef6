/** A row of a CSV file. */
export interface CsvRow {
  /** The line on which it begins, counted from 1. */
  readonly line: number
  readonly fields: readonly string[]
  /** The fault in its quotes or its length, as text; null if there is none. */
  readonly fault: string | null
  /** Set if quotes are wrong and the row covers several lines: it might swallow other rows of the report. */
  readonly lastLine?: number
  /** Set on the last row if the text ends without a line end: the row might be incomplete. */
  readonly isLast?: true
}

/** The longest valid row. A longer one has a quote that is never closed. */
const MAX_CHARACTERS = 256 * 1024

const [LF, CR, QUOTE] = [10, 13, 34]

const [NUL, CTRL_Z] = [0, 26]

/** Removes the end-of-file character of DOS (Ctrl-Z) and the NULs that fill up the block after it. */
function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && (text.charCodeAt(end - 1) === NUL || text.charCodeAt(end - 1) === CTRL_Z)) end--
  return text.slice(0, end)
}

const SECOND_LINE = /[\r\n]\s*\S/
/** Begins a cell in which a spreadsheet writes text that looks like a number: `="007"`. */
const FORMULA = '='

/**
 * Parses CSV (RFC 4180) from pieces of text that can be split anywhere. Quoted fields can contain separators, doubled
 * quotes and line ends. Lines end with CRLF, LF or CR. Rows without content are left out. A violation of the rules is
 * reported with its row, and parsing continues with the next line.
 */
export class CsvParser {
  readonly #separator: number
  #rows: CsvRow[] = []
  #fields: string[] = []
  #field = ''
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  #line = 1
  #firstLine = 1
  #fault: string | null = null
  /** Characters of the row so far. */
  #length = 0
  #isAfterCr = false
  #isOver = false

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0)
  }

  /** Parses the next piece of text. Returns the rows that end in it. */
  push(text: string): readonly CsvRow[] {
    this.#rows = []
    let from = 0
    for (let at = 0; at < text.length && !this.#isOver; at++) {
      const code = text.charCodeAt(at)
      const isSecondHalf = this.#isAfterCr && code === LF
      this.#isAfterCr = false
      from = isSecondHalf ? at + 1 : this.#take(code, text, from, at)
    }
    if (!this.#isOver) this.#field += text.slice(from)
    return this.#rows
  }

  /** Ends the text. Returns the last row if it has no line end. */
  end(): readonly CsvRow[] {
    this.#rows = []
    if (this.#isOver) return this.#rows
    this.#field = withoutPadding(this.#field)
    if (this.#state === 'quoted') this.#cutOff('A quote is never closed.')
    else if (this.#length > 0) this.#endRow(true)
    return this.#rows
  }

  /** Parses one character. Returns the index in `text` from which characters belong to the current field. */
  #take(code: number, text: string, from: number, at: number): number {
    if (++this.#length > MAX_CHARACTERS) {
      this.#cutOff('This row does not end: a quote is never closed.')
      return at
    }
    if (this.#state === 'quoted') return this.#takeQuoted(code, text, from, at)
    if (code === this.#separator || code === LF || code === CR) {
      this.#field += text.slice(from, at)
      if (code === this.#separator) this.#endField()
      else this.#endLine(code)
      return at + 1
    }
    if (code === QUOTE && this.#state !== 'plain') {
      // The second of two quotes is part of the text; an opening quote is not.
      const isDoubled = this.#state === 'closed'
      this.#state = 'quoted'
      return isDoubled ? at : at + 1
    }
    if (code === QUOTE && at - from < 2 && this.#field + text.slice(from, at) === FORMULA) {
      this.#field = ''
      this.#state = 'quoted'
      return at + 1
    }
    if (code === QUOTE) this.#fault ??= 'A quotation mark is in the middle of a field that does not begin with one.'
    if (this.#state === 'closed') this.#fault ??= 'Text follows a closing quotation mark.'
    this.#state = 'plain'
    return from
  }

  #takeQuoted(code: number, text: string, from: number, at: number): number {
    if (code === LF) this.#line++
    if (code !== QUOTE) return from
    this.#field += text.slice(from, at)
    this.#state = 'closed'
    return at + 1
  }

  #endField(): void {
    this.#fields.push(this.#field)
    this.#field = ''
    this.#state = 'start'
  }

  #endLine(code: number): void {
    this.#endRow()
    this.#isAfterCr = code === CR
    this.#firstLine = ++this.#line
  }

  #endRow(isLast = false): void {
    this.#endField()
    const fields = this.#fields
    const isBlank = fields.every((field) => withoutPadding(field.trim()) === '')
    const isTorn = this.#fault !== null && fields.some((field) => SECOND_LINE.test(field))
    const row = { line: this.#firstLine, fields, fault: this.#fault, ...(isTorn && { lastLine: this.#line }) }
    if (this.#fault !== null || !isBlank) this.#rows.push(isLast ? { ...row, isLast } : row)
    this.#fields = []
    this.#fault = null
    this.#length = 0
  }

  #cutOff(fault: string): void {
    this.#fault = fault
    this.#endRow()
    this.#isOver = true
  }
}

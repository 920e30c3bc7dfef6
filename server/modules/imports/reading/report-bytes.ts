import { createHash } from 'node:crypto'
import { CsvParser, type CsvRow } from './csv-parser.ts'
import type { Sheet } from './read-workbook.ts'
import { type Encoding, encodingScan } from './report-encoding.ts'
import { openingOf } from './report-opening.ts'

/** A report's bytes, from the first on; may be asked for again. */
export type ReportBytes = () => AsyncIterable<Uint8Array>

/** What is known of a report before its rows are read. */
export interface ReportShape {
  /** sha256 of its bytes, in hex. */
  readonly hash: string
  readonly encoding: Encoding
  readonly separator: string
  /** The rows with which it begins, titles among them. */
  readonly opening: readonly CsvRow[]
  /** The sheets of a workbook; null of a text. */
  readonly sheets: readonly Sheet[] | null
  /** Why there are no rows to read at all; null when there may be. */
  readonly fault: string | null
}

/** In so many bytes the line of headers ends. */
const HEAD_BYTES = 64 * 1024

/** What people upload for a report, by how it begins. */
const NO_REPORTS: readonly (readonly [signature: string, words: string])[] = [
  ['\u00d0\u00cf\u0011\u00e0', 'This is an old Excel workbook. Save it as .xlsx or CSV, and choose that file.'],
  ['%PDF', 'This is a PDF. Download the report as CSV.'],
  ['\u001f\u008b', 'This is a compressed file. Unpack it first.'],
]
const ZIP = 'PK\u0003\u0004'
/** What a browser saves, or a vendor's site hands out, as a workbook. */
const WEB_PAGE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|meta|table)\b/is
const IS_WEB_PAGE = 'This is a web page, also if it is called .xls. Open it in Excel, and save the sheet as CSV.'
const EMPTY = 'This file is empty.'
const EMPTY_WORKBOOK = 'This workbook has no rows.'

/** Reads a report once, keeping its beginning alone: its hash, how its letters are written, what stands between fields. */
export async function scanReport(bytes: ReportBytes): Promise<ReportShape> {
  const hash = createHash('sha256')
  const scan = encodingScan()
  let head = Buffer.alloc(0)
  let size = 0
  for await (const chunk of bytes()) {
    hash.update(chunk)
    size += chunk.length
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
    scan.add(chunk)
  }
  if (head.toString('latin1', 0, ZIP.length) === ZIP) return shapeOfWorkbook(hash.digest('hex'), bytes)
  const { encoding, fault } = scan.end(head)
  const text = new TextDecoder(encoding).decode(head)
  return {
    hash: hash.digest('hex'),
    encoding,
    ...openingOf(text, size <= head.length),
    sheets: null,
    fault: faultOf(head.toString('latin1'), text, fault),
  }
}

async function shapeOfWorkbook(hash: string, bytes: ReportBytes): Promise<ReportShape> {
  const { readWorkbook } = await import('./read-workbook.ts')
  const workbook = await readWorkbook(bytes)
  const [sheets, fault] = 'fault' in workbook ? [[], workbook.fault] : [workbook.sheets, null]
  const nothing = fault === null && sheets.length === 0 ? EMPTY_WORKBOOK : fault
  return { hash, encoding: 'utf-8', separator: ',', opening: [], sheets, fault: nothing }
}

function faultOf(head: string, text: string, fault: string | null): string | null {
  const known = NO_REPORTS.find(([signature]) => head.startsWith(signature))
  if (known) return known[1]
  if (fault !== null) return fault
  if (WEB_PAGE.test(text)) return IS_WEB_PAGE
  return text.trim() === '' ? EMPTY : null
}

/** The same bytes, read once, with the hash of what was read. */
export function hashedWhileRead(bytes: ReportBytes): { readonly bytes: ReportBytes; readonly hash: () => string } {
  const hash = createHash('sha256')
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes()) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { bytes: read, hash: () => hash.digest('hex') }
}

/** The rows of a report, or of that sheet of it, titles and headers among them, as they come. */
export async function* rowsOf(
  bytes: ReportBytes,
  { encoding, separator }: ReportShape,
  sheet: Sheet | null,
): AsyncGenerator<readonly CsvRow[]> {
  if (sheet) {
    // Its rows are here since it was scanned. The bytes are read for those who watch what is read.
    for await (const _ of bytes());
    yield sheet.rows
    return
  }
  const parser = new CsvParser(separator)
  for await (const text of textOf(bytes, encoding)) yield parser.push(text)
  yield parser.end()
}

/** The report's text, piece by piece. */
async function* textOf(bytes: ReportBytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes()) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

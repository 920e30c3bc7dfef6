import { createHash } from 'node:crypto'
import { CsvParser, type CsvRow } from './csv-parser.ts'
import type { Sheet } from './read-workbook.ts'
import { type Encoding, encodingScan } from './report-encoding.ts'
import { openingOf } from './report-opening.ts'

/** Reads the bytes of a report from the beginning. Can be called several times. */
export type ReportBytes = () => AsyncIterable<Uint8Array>

/** The format of a report, known before its rows are read. */
export interface ReportShape {
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string
  readonly encoding: Encoding
  readonly separator: string
  /** The first rows, including titles. */
  readonly opening: readonly CsvRow[]
  /** The sheets of a workbook; null for a CSV file. */
  readonly sheets: readonly Sheet[] | null
  /** The reason why no rows can be read; null if rows are possible. */
  readonly fault: string | null
}

/** The header line must end within this many bytes. */
const HEAD_BYTES = 64 * 1024

/** Other file formats that users upload as reports, by their first bytes. */
const OTHER_FORMATS: readonly (readonly [signature: string, words: string])[] = [
  ['\u00d0\u00cf\u0011\u00e0', 'This is an old Excel workbook. Save it as .xlsx or CSV, and choose that file.'],
  ['%PDF', 'This is a PDF. Download the report as CSV.'],
  ['\u001f\u008b', 'This is a compressed file. Unpack it first.'],
]
const ZIP = 'PK\u0003\u0004'
/** A web page that a browser or a vendor’s site saves under the name of a workbook. */
const WEB_PAGE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|meta|table)\b/is
const IS_WEB_PAGE = 'This is a web page, also if it is called .xls. Open it in Excel, and save the sheet as CSV.'
const EMPTY = 'This file is empty.'
const EMPTY_WORKBOOK = 'This workbook has no rows.'

/** Reads a report once to find its hash, encoding and separator. Holds only the beginning in memory. */
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
  const known = OTHER_FORMATS.find(([signature]) => head.startsWith(signature))
  if (known) return known[1]
  if (fault !== null) return fault
  if (WEB_PAGE.test(text)) return IS_WEB_PAGE
  return text.trim() === '' ? EMPTY : null
}

/** Wraps the bytes so that reading them also computes their hash. `hash` is valid after one complete read. */
export function hashWhileReading(bytes: ReportBytes): { readonly bytes: ReportBytes; readonly hash: () => string } {
  const hash = createHash('sha256')
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes()) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { bytes: read, hash: () => hash.digest('hex') }
}

/** The rows of a report, or of one sheet of a workbook, including titles and headers. Streams a CSV file. */
export async function* rowsOf(
  bytes: ReportBytes,
  { encoding, separator }: ReportShape,
  sheet: Sheet | null,
): AsyncGenerator<readonly CsvRow[]> {
  if (sheet) {
    // The scan has the rows already. The bytes are read all the same, for callers that hash them while reading.
    for await (const _ of bytes());
    yield sheet.rows
    return
  }
  const parser = new CsvParser(separator)
  for await (const text of textOf(bytes, encoding)) yield parser.push(text)
  yield parser.end()
}

/** The decoded text of a report, in pieces. */
async function* textOf(bytes: ReportBytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes()) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

import { createHash } from 'node:crypto'

/** A report's bytes, from the first on; may be asked for again. */
export type ReportBytes = () => AsyncIterable<Uint8Array>

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** What is known of a report before its rows are read. */
export interface ReportShape {
  /** sha256 of its bytes, in hex. */
  readonly hash: string
  readonly encoding: Encoding
  readonly separator: string
  /** Why there are no rows to read at all; null when there may be. */
  readonly fault: string | null
}

/** In so many bytes the line of headers ends. */
const HEAD_BYTES = 64 * 1024
const SEPARATORS = [',', ';', '\t'] as const

/** What people upload for a report, by how it begins. */
const NO_REPORTS: readonly (readonly [signature: string, words: string])[] = [
  ['PK\u0003\u0004', 'This is an Excel workbook or a ZIP archive. Save the sheet as CSV and choose that file.'],
  ['\u00d0\u00cf\u0011\u00e0', 'This is an Excel workbook. Save the sheet as CSV and choose that file.'],
  ['%PDF', 'This is a PDF. Download the report as CSV.'],
  ['\u001f\u008b', 'This is a compressed file. Unpack it first.'],
]
const NO_TEXT = 'This is no text: it is not a CSV report.'
const EMPTY = 'This file is empty.'

/** The first two bytes of what is written in UTF-16, by which order its bytes have. */
const UTF16_MARKS: ReadonlyMap<string, Encoding> = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
])

/** Reads a report once, keeping its beginning alone: its hash, how its letters are written, what stands between fields. */
export async function scanReport(bytes: ReportBytes): Promise<ReportShape> {
  const hash = createHash('sha256')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let hasNul = false
  let head = Buffer.alloc(0)
  for await (const chunk of bytes()) {
    hash.update(chunk)
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
    hasNul ||= chunk.includes(0)
    isUtf8 &&= isDecoded(() => utf8.decode(chunk, { stream: true }))
  }
  isUtf8 &&= isDecoded(() => utf8.decode())
  const utf16 = UTF16_MARKS.get(head.subarray(0, 2).toString('hex'))
  const encoding = utf16 ?? (isUtf8 ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(encoding).decode(head)
  const fault = faultOf(head.toString('latin1'), text, hasNul && utf16 === undefined)
  return { hash: hash.digest('hex'), encoding, separator: separatorOf(text), fault }
}

function isDecoded(decode: () => string): boolean {
  try {
    decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function faultOf(head: string, text: string, hasNul: boolean): string | null {
  const known = NO_REPORTS.find(([signature]) => head.startsWith(signature))
  if (known) return known[1]
  if (hasNul) return NO_TEXT
  return text.trim() === '' ? EMPTY : null
}

/** Whichever stands most often in the line of headers, outside of quotes. */
function separatorOf(text: string): string {
  const headers = text.trimStart().replace(/"[^"]*"/g, '')
  const [line = ''] = headers.split(/[\r\n]/, 1)
  const times = (separator: string) => line.split(separator).length
  return SEPARATORS.reduce((best, one) => (times(one) > times(best) ? one : best))
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

/** The report's text, piece by piece. */
export async function* textOf(bytes: ReportBytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes()) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

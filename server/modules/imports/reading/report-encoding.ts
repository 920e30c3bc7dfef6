export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The byte order marks of UTF-16, as hex. */
const UTF16_MARKS: ReadonlyMap<string, Encoding> = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
])
const NO_TEXT = 'This is not text, so it is not a CSV report.'
const [NUL, LF, CTRL_Z] = [0, 10, 26]
/** The largest share of NULs in damaged text. A file with more NULs is not text. */
const MAX_NULS = 0.05

export interface EncodingScan {
  add(chunk: Uint8Array): void
  /** `head`: the first bytes that were added. `fault`: the reason why the bytes are not readable text, or null. */
  end(head: Uint8Array): { readonly encoding: Encoding; readonly fault: string | null }
}

/** Detects the text encoding of bytes while they are read once. */
export function encodingScan(): EncodingScan {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let hasNul = false
  let isPaddingAlone = true
  return {
    add(chunk) {
      const first = hasNul ? 0 : chunk.indexOf(NUL)
      hasNul ||= first >= 0
      if (hasNul) isPaddingAlone &&= chunk.subarray(first).every((byte) => byte === NUL || byte === CTRL_Z)
      isUtf8 &&= isDecoded(() => utf8.decode(chunk, { stream: true }))
    },
    end(head) {
      isUtf8 &&= isDecoded(() => utf8.decode())
      const mark = Buffer.from(head.subarray(0, 2)).toString('hex')
      const utf16 = UTF16_MARKS.get(mark) ?? (hasNul ? unmarkedUtf16(head) : null)
      if (utf16) return { encoding: utf16, fault: null }
      const encoding = isUtf8 ? 'utf-8' : 'windows-1252'
      return { encoding, fault: hasNul && !isPaddingAlone ? nulWords(head) : null }
    },
  }
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

const NO_LETTERS = 0.1

/** Detects UTF-16 without a byte order mark: in western text nearly every second byte is zero, and no other byte is. */
function unmarkedUtf16(head: Uint8Array): Encoding | null {
  const zeros = [0, 0]
  for (let at = 0; at < head.length; at++) if (head[at] === NUL) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = (head.length / 2) * (1 - NO_LETTERS)
  if (even === 0 && odd >= most) return 'utf-16le'
  return odd === 0 && even >= most ? 'utf-16be' : null
}

function nulWords(head: Uint8Array): string {
  const nuls = head.reduce((sum, byte) => sum + (byte === NUL ? 1 : 0), 0)
  if (nuls > head.length * MAX_NULS) return NO_TEXT
  const before = nuls === 0 ? null : head.subarray(0, head.indexOf(NUL))
  const place = before ? ` in line ${before.reduce((sum, byte) => sum + (byte === LF ? 1 : 0), 1)}` : ''
  return `This file has a NUL character${place}: it was damaged on its way. Download it again.`
}

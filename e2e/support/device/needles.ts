/** One encoding in which a file can contain a value. */
export interface Needle {
  readonly value: string
  readonly as: string
  readonly bytes: Buffer
}

/** Shorter byte sequences occur everywhere by chance. */
const MIN_BYTES = 4

const asciiJson = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The base64 characters that depend only on the value, for each of the three positions at which it can begin. */
function base64Of(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const all = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const isCut = (before + bytes.length) % 3 !== 0
    return all.slice([0, 2, 3][before], isCut ? -1 : undefined)
  })
}

/** All encodings in which a browser's files can contain a value. */
export function needlesOf(value: string): readonly Needle[] {
  const json = JSON.stringify(value).slice(1, -1)
  const texts: readonly (readonly [as: string, text: string])[] = [
    ['text', value],
    ['JSON', json],
    ['JSON', asciiJson(value)],
    ['JSON in JSON', JSON.stringify(json).slice(1, -1)],
    ['address', encodeURIComponent(value)],
    ['address', encodeURIComponent(value).replaceAll('%20', '+')],
    ['address', encodeURI(value)],
  ]
  const base64 = base64Of(Buffer.from(value)).flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
  const needles = [
    ...texts.flatMap(([as, text]) => [
      { as: `${as} (UTF-8)`, bytes: Buffer.from(text) },
      { as: `${as} (UTF-16)`, bytes: Buffer.from(text, 'utf16le') },
    ]),
    { as: 'text (Latin-1)', bytes: Buffer.from(value, 'latin1') },
    ...base64.map((text) => ({ as: 'base64', bytes: Buffer.from(text) })),
  ]
  const seen = new Set<string>()
  return needles.flatMap((needle) => {
    const id = needle.bytes.toString('latin1')
    if (needle.bytes.length < MIN_BYTES || seen.has(id)) return []
    seen.add(id)
    return [{ value, ...needle }]
  })
}

/** Finds any of 20,000 needles in one pass over the bytes: a profile has about 100 MB. */
export function createFinder(needles: readonly Needle[]): (bytes: Uint8Array) => readonly Needle[] {
  const byHead = Map.groupBy(needles, ({ bytes }) => bytes.readUInt32LE(0))
  /** Whether a needle begins with these two bytes. Skips most positions after one look-up. */
  const isFirstTwoBytes = new Uint8Array(1 << 16)
  for (const { bytes } of needles) isFirstTwoBytes[bytes.readUInt16LE(0)] = 1
  return (searched) => {
    const bytes = Buffer.from(searched.buffer, searched.byteOffset, searched.length)
    const found = new Set<Needle>()
    for (let at = 0; at + MIN_BYTES <= bytes.length; at += 1) {
      if (isFirstTwoBytes[(bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)] === 0) continue
      for (const needle of byHead.get(bytes.readUInt32LE(at)) ?? [])
        if (bytes.subarray(at, at + needle.bytes.length).equals(needle.bytes)) found.add(needle)
    }
    return [...found]
  }
}

/**
 * A UUIDv7 (RFC 9562): 48 bits of clock, then random bits. `random` fills the bytes; crypto.getRandomValues needs no
 * https.
 */
export function uuidV7(now: number, random: (bytes: Uint8Array<ArrayBuffer>) => void): string {
  const bytes = new Uint8Array(16)
  random(bytes)
  for (let at = 0; at < 6; at += 1) bytes[at] = Math.floor(now / 2 ** (8 * (5 - at))) % 256
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** A new UUIDv7 from the browser's clock and random source, for entries, files and records created on this device. */
export function newUuid(): string {
  return uuidV7(Date.now(), (bytes) => crypto.getRandomValues(bytes))
}

/** The time in a UUIDv7, in milliseconds since 1970; 0 when the text has none. */
export function timeOfUuid(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16) || 0
}

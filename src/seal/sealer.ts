/**
 * Sealing: data that a device stores for a user is encrypted and authenticated under a key of that user on that device
 * (AES-256-GCM).
 *
 * Pages and the service worker share this folder, although the worker outlives every version of the pages: it defines
 * only the storage format, which all versions must share anyway. It imports nothing and does not depend on a page.
 */

/** A sealed value as stored: a format byte, the id of the key, the nonce, the ciphertext with its tag. */
export type Sealed = Uint8Array<ArrayBuffer>

/** A key of one user on one device. `id`: 8 hex digits that name the server's secret it was derived from. */
export interface SealKey {
  readonly id: string
  readonly key: CryptoKey
}

/**
 * Seals and opens values. `about` names the place and the user of a value, written by `aboutOf`. It is authenticated
 * with the value, so that a sealed value opens only in its own place.
 */
export interface Sealer {
  seal(plain: Uint8Array<ArrayBuffer>, about: string): Promise<Sealed>
  /** The value; null when it was sealed with another key, for another place, or is damaged. */
  open(sealed: Uint8Array<ArrayBuffer>, about: string): Promise<Uint8Array<ArrayBuffer> | null>
}

const FORMAT_CLEAR = 0
const FORMAT_AES_GCM = 1
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const HEAD_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES

/** The additional authenticated data of a value: the parts that name its place, in a fixed order. */
export const aboutOf = (...parts: readonly (string | number)[]): string => JSON.stringify(parts)

/** Data on the device may have been edited by hand, so its type is not certain. */
const isBytes = (value: unknown) => value instanceof Uint8Array

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** A sealer that seals with the first key and opens with all keys. */
export function sealerWith(keys: readonly [SealKey, ...SealKey[]]): Sealer {
  const [own] = keys
  const ids = new Map(keys.map((one) => [one.id, one.key]))
  return {
    async seal(plain, about) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
      const box = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: nonce, additionalData: utf8(about) },
        own.key,
        plain,
      )
      const sealed = new Uint8Array(HEAD_BYTES + box.byteLength)
      sealed[0] = FORMAT_AES_GCM
      sealed.set(bytesOfId(own.id), 1)
      sealed.set(nonce, 1 + KEY_ID_BYTES)
      sealed.set(new Uint8Array(box), HEAD_BYTES)
      return sealed
    },
    async open(sealed, about) {
      if (!isBytes(sealed) || sealed[0] !== FORMAT_AES_GCM || sealed.length < HEAD_BYTES) return null
      const key = ids.get(idOfBytes(sealed.subarray(1, 1 + KEY_ID_BYTES)))
      if (key === undefined) return null
      const iv = sealed.subarray(1 + KEY_ID_BYTES, HEAD_BYTES)
      try {
        const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(about) }
        return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, sealed.subarray(HEAD_BYTES)))
      } catch (error) {
        // WebCrypto's error for a tag that does not match. Any other error is a bug.
        if (error instanceof DOMException && error.name === 'OperationError') return null
        throw error
      }
    },
  }
}

/**
 * A sealer that does not encrypt: for a page from plain http, where browsers have no WebCrypto. A real sealer never
 * opens its values.
 */
export const clearSealer: Sealer = {
  seal(plain) {
    const sealed = new Uint8Array(1 + plain.length)
    sealed[0] = FORMAT_CLEAR
    sealed.set(plain, 1)
    return Promise.resolve(sealed)
  },
  open: (sealed) => Promise.resolve(isBytes(sealed) && sealed[0] === FORMAT_CLEAR ? sealed.slice(1) : null),
}

/** Seals a text as UTF-8. */
export function sealText(sealer: Sealer, text: string, about: string): Promise<Sealed> {
  return sealer.seal(utf8(text), about)
}

/** The sealed text; null when it does not open. */
export async function openText(sealer: Sealer, sealed: Uint8Array<ArrayBuffer>, about: string): Promise<string | null> {
  const plain = await sealer.open(sealed, about)
  return plain && new TextDecoder().decode(plain)
}

/** Imports the 32 bytes of a key as non-extractable: no script can read them again. */
export async function importSealKey(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<SealKey> {
  return { id, key: await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) }
}

const bytesOfId = (id: string) => Uint8Array.from(id.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const idOfBytes = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

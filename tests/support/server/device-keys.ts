import { http } from 'msw'
import { importSealKey, type Sealer, sealerWith } from '#src/seal/sealer.ts'
import type { UserKeys } from '#src/session/tokens/key-vault.ts'
import { HttpResponse } from '#tests/support/offline/proven-responses.ts'

const KEY_ID = '0000abcd'
const bytesOf = (user: string) => new Uint8Array(32).fill(Number(user) % 251)

/** The keys of a user on this device, the same as in the response of `deviceKeyCall`. */
export async function keysOf(user: string): Promise<UserKeys> {
  return { user, signIn: null, keys: [await importSealKey(KEY_ID, bytesOf(user))] }
}

/** A sealer with the user's keys. */
export async function sealerOfUser(user: string): Promise<Sealer> {
  const [first, ...others] = (await keysOf(user)).keys
  if (first === undefined) throw new Error('a user without a key')
  return sealerWith([first, ...others])
}

/** The server's call for a user's device keys. A user always gets the same key. */
export const deviceKeyCall = http.post('*/api/auth/device_key/', ({ request }) => {
  const claims = (request.headers.get('authorization') ?? '').split('.')[1] ?? ''
  const { sub } = JSON.parse(atob(claims))
  const key = Buffer.from(bytesOf(sub)).toString('base64url')
  return HttpResponse.json({ keys: [{ id: KEY_ID, key }] })
})

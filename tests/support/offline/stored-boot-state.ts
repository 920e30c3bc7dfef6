import { fromBase64, toBase64 } from '#src/seal/base64.ts'
import { aboutOf, openText, sealText } from '#src/seal/sealer.ts'
import { sealerOfUser } from '#tests/support/server/device-keys.ts'

interface BootQuery {
  readonly queryKey: readonly string[]
  readonly state: { data: unknown }
}
interface Boot {
  readonly clientState: { readonly queries: readonly BootQuery[] }
}

const nameOf = (user: number) => `haulyard:boot:${user}`

const sealerOf = (user: number) => sealerOfUser(String(user))

/** The boot state that the device has stored of a user for the first frame, decrypted; null when nothing is stored. */
export async function readBootState(user: number): Promise<Boot | null> {
  const sealed = fromBase64(localStorage.getItem(nameOf(user)) ?? '')
  if (sealed === null || sealed.length === 0) return null
  const text = await openText(await sealerOf(user), sealed, aboutOf('boot', nameOf(user)))
  return text === null ? null : JSON.parse(text)
}

/** One value of the boot state: `me` or `last-contact`. */
export async function storedBootValue(user: number, name: 'me' | 'last-contact'): Promise<unknown> {
  return (await readBootState(user))?.clientState.queries.find(({ queryKey }) => queryKey[1] === name)?.state.data
}

/** Replaces one value of the boot state, sealed as by the app. */
export async function putBootValue(user: number, name: 'me' | 'last-contact', value: unknown): Promise<void> {
  const boot = await readBootState(user)
  for (const query of boot?.clientState.queries ?? []) if (query.queryKey[1] === name) query.state.data = value
  const sealed = await sealText(await sealerOf(user), JSON.stringify(boot), aboutOf('boot', nameOf(user)))
  localStorage.setItem(nameOf(user), toBase64(sealed))
}

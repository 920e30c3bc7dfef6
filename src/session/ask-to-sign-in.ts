import { type LoginForm, sessionEndpoints } from '#contract/session/session.ts'
import { type CurrentUser, currentUserEndpoints } from '#contract/wire/current-user.ts'
import { noteHost } from '#src/api/ask.ts'
import { call } from '#src/api/call.ts'
import { endSession } from './note-sign-out.ts'
import type { GivenKeys } from './tokens/get-keys.ts'
import type { KeyRing } from './tokens/key-ring.ts'
import { UNKNOWN_TOKEN } from './tokens/refresh-halves.ts'
import { lasting } from './tokens/token-refresher.ts'
import type { Tokens } from './tokens/token-vault.ts'

/** What a host gives to a user who signs in. */
export interface Admission {
  readonly tokens: Tokens
  readonly user: CurrentUser
  readonly keys: GivenKeys
}

/** Asks the host to let a user in; learns whether that host proves its answers. Throws an `ApiError`. */
export async function askToSignIn({ email, password, rememberMe }: LoginForm, ring: KeyRing): Promise<Admission> {
  const { data, isProven } = await call(sessionEndpoints.create, {
    body: { email, password, refresh_cookie: lasting(rememberMe) },
    isSignIn: true,
    headers: await ring.headers(),
  })
  // What answers a sign-in may be no Haulyard, and say anything.
  const refresh = typeof data.refresh === 'string' ? data.refresh : UNKNOWN_TOKEN
  const tokens = { access: data.access, refresh, isSplit: data.refresh_cookie === true }
  // What the host has begun is of no use without the rest: it is ended there, as well as may be.
  const rest = admitted(tokens, isProven, ring)
  rest.catch(() => endSession(tokens))
  return rest
}

async function admitted(tokens: Tokens, isProven: boolean, ring: KeyRing): Promise<Admission> {
  const token = tokens.access
  const [me, early] = await Promise.all([
    call(currentUserEndpoints.me, { token, isSignIn: !isProven }),
    isProven ? ring.ask(token) : undefined,
  ])
  if (!me.isProven) noteHost('no')
  // A host that proves nothing is asked once it is known as such.
  const keys = early === undefined ? await ring.ask(token) : early
  return { tokens, user: me.data, keys }
}

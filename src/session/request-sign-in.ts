import { type LoginForm, sessionEndpoints } from '#contract/session/session.ts'
import { type CurrentUser, currentUserEndpoints } from '#contract/wire/current-user.ts'
import { call } from '#src/api/call.ts'
import { noteHostProof } from '#src/api/fetch-verified.ts'
import { endSessionAtServer } from './report-sign-out.ts'
import type { KeyRing } from './tokens/key-ring.ts'
import { UNKNOWN_TOKEN } from './tokens/refresh-halves.ts'
import type { ServerKeys } from './tokens/server-keys.ts'
import { cookieLifetime } from './tokens/token-refresher.ts'
import type { Tokens } from './tokens/token-vault.ts'

/** What a host returns for a successful sign-in. */
export interface Admission {
  readonly tokens: Tokens
  readonly user: CurrentUser
  readonly keys: ServerKeys
}

/** Signs in at the host, and notes whether the host proves its responses. Throws an `ApiError`. */
export async function requestSignIn({ email, password, rememberMe }: LoginForm, ring: KeyRing): Promise<Admission> {
  const { data, isProven } = await call(sessionEndpoints.create, {
    body: { email, password, refresh_cookie: cookieLifetime(rememberMe) },
    isSignIn: true,
    headers: await ring.signInHeaders(),
  })
  // The host might not be a Haulyard server: its `refresh` can be anything.
  const refresh = typeof data.refresh === 'string' ? data.refresh : UNKNOWN_TOKEN
  const tokens = { access: data.access, refresh, isSplit: data.refresh_cookie === true }
  // Without the user and the keys the new session is useless: it is ended at the host, best effort.
  const admission = completeSignIn(tokens, isProven, ring)
  admission.catch(() => endSessionAtServer(tokens))
  return admission
}

async function completeSignIn(tokens: Tokens, isProven: boolean, ring: KeyRing): Promise<Admission> {
  const token = tokens.access
  const [me, earlyKeys] = await Promise.all([
    call(currentUserEndpoints.me, { token, isSignIn: !isProven }),
    isProven ? ring.requestKeys(token) : undefined,
  ])
  if (!me.isProven) noteHostProof('no')
  // A host without proof is asked for keys only after it is noted as one: `requestKeys` then accepts that it has none.
  const keys = earlyKeys === undefined ? await ring.requestKeys(token) : earlyKeys
  return { tokens, user: me.data, keys }
}

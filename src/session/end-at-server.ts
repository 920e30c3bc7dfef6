import { deviceSessionEndpoints } from '#contract/session/device-sessions.ts'
import { sessionEndpoints } from '#contract/session/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { noteEndedSession } from './ended-sessions.ts'
import type { Tokens } from './tokens/token-vault.ts'

/** Reports the sign-out to the server, until the signal aborts. Never rejects. */
export type ReportToServer = (signal: AbortSignal) => Promise<void>

/**
 * Notes that a session must be ended at the server, and resolves with a function that ends it. If the server can't be
 * reached now, the note is reported at the next contact, no matter which user is signed in then.
 */
export async function prepareEndAtServer(tokens: Tokens): Promise<ReportToServer> {
  const isTold = await noteEndedSession(tokens.refresh)
  return (signal) => endAtServer(tokens, signal).then(isTold, () => undefined)
}

/** Ends a session at the server, with a new access token if the old one has expired. Throws an `ApiError`. */
async function endAtServer({ access, refresh }: Tokens, signal: AbortSignal): Promise<void> {
  const logout = (token: string) => call(deviceSessionEndpoints.logout, { token, signal, body: { refresh } })
  try {
    await logout(access)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const { data } = await call(sessionEndpoints.refresh, { signal, body: { refresh } })
    await logout(data.access)
  }
}

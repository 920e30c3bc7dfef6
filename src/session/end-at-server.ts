import { deviceSessionEndpoints } from '#contract/session/device-sessions.ts'
import { sessionEndpoints } from '#contract/session/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { noteToEnd } from './ended-sessions.ts'
import type { Tokens } from './tokens/token-vault.ts'

/** Tells the server, until it is given up. Never rejects. */
export type TellServer = (signal: AbortSignal) => Promise<void>

/**
 * Notes that a session is to be ended at the server, and answers how to do that, without waiting: a server that can't be
 * reached now is told at the next contact, whoever is here by then.
 */
export async function noteToEndAtServer(tokens: Tokens): Promise<TellServer> {
  const isTold = await noteToEnd(tokens.refresh)
  return (signal) => endAtServer(tokens, signal).then(isTold, () => undefined)
}

/** Tells the server that a session is over, with a new access token if the old one is over too. Throws an `ApiError`. */
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

import { sessionEndpoints } from '#contract/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { noteToEnd } from './ended-sessions.ts'
import type { Tokens } from './token-vault.ts'

/**
 * Ends a session at the server, which is never waited for. Resolves once it is noted on this device: a server that can't be
 * reached now is told at the next contact, whoever is here by then.
 */
export async function endOrNote(tokens: Tokens): Promise<void> {
  const isTold = await noteToEnd(tokens.refresh)
  endAtServer(tokens).then(isTold, () => undefined)
}

/** Tells the server that a session is over, with a new access token if the old one is over too. Throws an `ApiError`. */
async function endAtServer({ access, refresh }: Tokens): Promise<void> {
  const logout = (token: string) => call(sessionEndpoints.logout, { token, body: { refresh } })
  try {
    await logout(access)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const { data } = await call(sessionEndpoints.refresh, { body: { refresh } })
    await logout(data.access)
  }
}

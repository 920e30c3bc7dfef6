import { sessionEndpoints } from '#contract/session.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import type { Tokens } from './token-vault.ts'

/** Tells the server that a session is over, with a new access token if the old one is over too. Throws an `ApiError`. */
export async function endAtServer({ access, refresh }: Tokens): Promise<void> {
  const logout = (token: string) => call(sessionEndpoints.logout, { token, body: { refresh } })
  try {
    await logout(access)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    const { data } = await call(sessionEndpoints.refresh, { body: { refresh } })
    await logout(data.access)
  }
}

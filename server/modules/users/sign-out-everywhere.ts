import { endDoubtfulLinks } from '#server/modules/passwords/former-address-service.ts'
import { endSessionsOf } from '#server/modules/session/session-end-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'

/**
 * Ends all sessions of a user for an administrator, who may do so because the account was taken: with them end the links by
 * which a thief's address would be put back. `except`: the session that asks.
 */
export async function signOutEverywhere(request: ChangeRequest, user: number, except: string): Promise<void> {
  await endSessionsOf(request, user, { except })
  await endDoubtfulLinks(request.sql, user)
}

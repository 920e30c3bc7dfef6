import { endDoubtfulLinks } from '#server/modules/passwords/former-address-service.ts'
import { endSessionsOf } from '#server/modules/session/session-end-service.ts'
import type { ChangeRequest } from '#server/records/change-record.ts'

/**
 * Ends all sessions of a user on behalf of an administrator. The account may have been stolen, so the links that would
 * restore a thief's address end too. `except`: the session of the request.
 */
export async function signOutEverywhere(request: ChangeRequest, user: number, except: string): Promise<void> {
  await endSessionsOf(request, user, { except })
  await endDoubtfulLinks(request.sql, user)
}

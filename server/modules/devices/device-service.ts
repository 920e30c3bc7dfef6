import { notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { accountMissing, findDevice } from './device-repository.ts'

/**
 * Received sequence numbers of a user's device, as JSON text of the contract. Throws 404 for an unknown device or
 * another user's.
 */
export async function deviceSequenceNumbers(sql: Sql, user: number, device: string): Promise<string> {
  return orNotFound(await findDevice(sql, user, device))
}

/** Marks sequence numbers as accounted for. Returns the updated row. Throws 404 like `deviceSequenceNumbers`. */
export async function accountFor(sql: Sql, user: number, device: string, seqs: readonly number[]): Promise<string> {
  return orNotFound(await accountMissing(sql, user, device, seqs))
}

function orNotFound(text: string | null): string {
  if (text === null) throw notFound()
  return text
}

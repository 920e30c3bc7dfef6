import { notFound } from '#server/base/problem.ts'
import type { Sql } from '#server/db/db.ts'
import { accountMissing, findDevice } from './device-repository.ts'

/** What has come from a person's device, as the contract's JSON text; throws 404 when nothing has, or it is another's. */
export async function deviceNumbers(sql: Sql, user: number, device: string): Promise<string> {
  return known(await findDevice(sql, user, device))
}

/** Misses these numbers no longer; answers what is missing then. Throws 404 like `deviceNumbers`. */
export async function accountFor(sql: Sql, user: number, device: string, seqs: readonly number[]): Promise<string> {
  return known(await accountMissing(sql, user, device, seqs))
}

function known(text: string | null): string {
  if (text === null) throw notFound()
  return text
}

import type { Db } from '#server/db/db.ts'
import { emailSql } from '#server/records/sql/email-sql.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'

/** Whether the database's company is the demo one: whether its accounts are worth printing at the start. */
export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  const [row] = await db.query<{ accounts: number }>(
    'seed.demo_accounts',
    `select count(*) as accounts from users where ${emailSql('email')} = any($1::text[]) and is_active`,
    [emails],
  )
  return row?.accounts === emails.length
}

/**
 * The demo company's active accounts that have a password, also under another e-mail: in a company that began as the demo one
 * all that were made with it, in one moment, before any other.
 */
export function findDemoPasswords(db: Db): Promise<{ readonly email: string; readonly password_hash: string }[]> {
  return db.query(
    'seed.demo_passwords',
    `select email, password_hash from users
     where is_active and password_hash is not null and (${emailSql('email')} = any($1::text[])
       or (exists (select from demo_company) and created_at = (select min(created_at) from users)))
     order by id`,
    [DEMO_ACCOUNTS.map(({ email }) => email)],
  )
}

/** How many drivers the demo company was made with, and on which day (`yyyy-MM-dd`). */
export interface LoadedDemo {
  readonly drivers: number
  readonly loaded_on: string
}

/** What the demo company was made of; null in a company of one's own, and where it was made before that was kept. */
export async function findLoadedDemo(db: Db): Promise<LoadedDemo | null> {
  const [row] = await db.query<LoadedDemo>('seed.loaded_demo', 'select drivers, loaded_on from demo_company')
  return row ?? null
}

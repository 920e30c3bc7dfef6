import type { Db } from '#server/db/db.ts'
import { emailSql } from '#server/records/sql/email-sql.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'

/** Whether all demo accounts exist and are active, so that the server prints them when it starts. */
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
 * The demo company's active accounts that have a password, including those whose e-mail was changed. In a company that
 * began as the demo company, these are all accounts with the earliest creation time: they were created together, before
 * any other.
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

/** The number of drivers that the demo company was created with, and the day of its creation (`yyyy-MM-dd`). */
export interface LoadedDemo {
  readonly drivers: number
  readonly loaded_on: string
}

/**
 * How the demo company was created. Null in a real company, and in an old demo company without a record of its
 * creation.
 */
export async function findLoadedDemo(db: Db): Promise<LoadedDemo | null> {
  const [row] = await db.query<LoadedDemo>('seed.loaded_demo', 'select drivers, loaded_on from demo_company')
  return row ?? null
}

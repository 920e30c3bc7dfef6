import type { Db } from '#server/db/db.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'

/** Whether the database's company is the demo one: whether its accounts are worth printing at the start. */
export async function hasDemoAccounts(db: Db): Promise<boolean> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  const [row] = await db.query<{ accounts: number }>(
    'seed.demo_accounts',
    'select count(*) as accounts from users where lower(email) = any($1::text[]) and is_active',
    [emails],
  )
  return row?.accounts === emails.length
}

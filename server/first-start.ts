import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import { hashPassword } from '#server/modules/session/password.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import { isEmpty, seedDemo } from '#server/seed/demo.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/seed/demo-accounts.ts'
import { hasDemoAccounts } from '#server/seed/demo-loaded.ts'

/**
 * Gives an empty database its demo company, unless that is switched off. Answers what to tell the operator about
 * signing in; nothing when the database holds a company of its own.
 */
export async function prepareCompany(db: Db, demo: Config['demo'], now: Date): Promise<string[]> {
  const isNew = await isEmpty(db)
  if (isNew && !demo.isOn) {
    return ['The database is empty and DEMO=off: nobody has an account yet, and nobody can sign in.']
  }
  if (isNew) {
    await seedDemo(db, {
      drivers: demo.drivers,
      today: chicagoDay(now),
      passwordHash: await hashPassword(DEMO_PASSWORD),
    })
  }
  if (!(await hasDemoAccounts(db))) return []
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length))
  return [
    `Demo accounts, all with the password ${DEMO_PASSWORD}:`,
    ...DEMO_ACCOUNTS.map(({ email, role }) => `  ${email.padEnd(width)}  ${role.replace('_', ' ')}`),
  ]
}

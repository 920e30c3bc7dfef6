import { StartError } from '#server/base/start-error.ts'
import type { Db } from '#server/db/db.ts'
import { isEmpty, seedDemo } from '#server/demo/company/demo.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/demo/company/demo-accounts.ts'
import { findDemoPasswords, hasDemoAccounts } from '#server/demo/company/demo-loaded.ts'
import { keepSamples } from '#server/demo/maintenance/samples.ts'
import { hashPassword, isPasswordOf } from '#server/modules/session/password-service.ts'
import { createSetupToken } from '#server/modules/session/setup-service.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { chicagoDay } from '#server/records/calendar.ts'
import type { Config } from './config.ts'

/** Returns the lines that tell the operator how to sign in, for the app's address. */
type SignInInstructions = (address: string) => string[]

/** Throws a `StartError` when a demo account still has the password from the README. */
async function refuseDemoPassword(db: Db): Promise<void> {
  for (const { email, password_hash } of await findDemoPasswords(db)) {
    if (!(await isPasswordOf(password_hash, DEMO_PASSWORD))) continue
    throw new StartError(
      `The demo account ${email} still opens with the password that everyone knows. Start with DEMO=on, change that password or delete the account, and start with DEMO=off again.`,
    )
  }
}

/**
 * Fills an empty database with the demo company. With the demo off, creates a one-time link for the first administrator
 * instead. Returns the lines for the operator; none when the database already has a real company.
 */
export async function prepareCompany(
  db: Db,
  files: FileStore,
  { demo, isProduction }: Pick<Config, 'demo' | 'isProduction'>,
  now: Date,
): Promise<SignInInstructions> {
  const isNew = await isEmpty(db)
  if (isNew && !demo.isOn) {
    const token = await createSetupToken(db, now)
    // After the #, so that no server and no proxy can log the token.
    return (address) => [
      'Nobody has an account yet. This link makes the first administrator, once, within a day:',
      `  ${address}/setup#${token}`,
    ]
  }
  if (isNew) {
    await keepSamples(files)
    await seedDemo(db, {
      drivers: demo.drivers,
      today: chicagoDay(now),
      now,
      passwordHash: await hashPassword(DEMO_PASSWORD),
    })
  }
  if (isProduction && !demo.isOn) await refuseDemoPassword(db)
  if (!(await hasDemoAccounts(db))) return () => []
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length))
  return () => [
    `Demo accounts, all with the password ${DEMO_PASSWORD}:`,
    ...DEMO_ACCOUNTS.map(({ email, role }) => `  ${email.padEnd(width)}  ${role.replace('_', ' ')}`),
  ]
}

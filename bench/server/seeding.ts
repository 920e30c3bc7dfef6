import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { openDb } from '#server/db/open.ts'
import { demoCompany } from '#server/demo/company/company.ts'
import { seedDemo } from '#server/demo/company/demo.ts'
import { createLog } from '#server/start/log.ts'
import { printTable, shown } from '../measure.ts'
import { benchConfig, demo, today } from '../served-app.ts'
import { settings } from '../settings.ts'

/** How long the demo company takes, into an embedded database of its own; and how much of it is making it up. */
export async function measureSeed(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'haulyard-bench-seed-'))
  try {
    const db = await openDb({ ...benchConfig(folder), databaseUrl: null }, createLog('silent'))
    await migrate(db)
    const options = await demo()
    const startedAt = performance.now()
    await seedDemo(db, options)
    const loaded = performance.now() - startedAt
    const [counted] = await db.query<{ days: number }>(
      'bench.days',
      'select count(*)::integer as days from schedule_days',
    )
    await db.close()
    const madeAt = performance.now()
    for (const _ of demoCompany(settings.drivers, today()).days());
    const made = performance.now() - madeAt
    printTable(`The demo company of ${settings.drivers} drivers, embedded database`, [
      ['days of schedule', 'seconds', 'of that, making it up'],
      [String(counted?.days), shown(loaded / 1000), `${shown((made / loaded) * 100)} %`],
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

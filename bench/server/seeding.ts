import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { openDb } from '#server/db/open.ts'
import { demoCompany } from '#server/demo/company/company.ts'
import { seedDemo } from '#server/demo/company/demo.ts'
import { createLog } from '#server/start/log.ts'
import { formatNumber, printTable } from '../measure.ts'
import { benchConfig, demoOptions, today } from '../served-app.ts'
import { settings } from '../settings.ts'

/**
 * Times the loading of the demo company into its own embedded database, and the share of generating its schedule days.
 */
export async function measureSeed(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'haulyard-bench-seed-'))
  try {
    const db = await openDb({ ...benchConfig(folder), databaseUrl: null }, createLog('silent'))
    await migrate(db)
    const options = await demoOptions()
    const startedAt = performance.now()
    await seedDemo(db, options)
    const loaded = performance.now() - startedAt
    const [counted] = await db.query<{ days: number }>(
      'bench.days',
      'select count(*)::integer as days from schedule_days',
    )
    await db.close()
    const generationStart = performance.now()
    for (const _ of demoCompany(settings.drivers, today()).days());
    const generated = performance.now() - generationStart
    printTable(`The demo company of ${settings.drivers} drivers, embedded database`, [
      ['days of schedule', 'seconds', 'of that, making it up'],
      [String(counted?.days), formatNumber(loaded / 1000), `${formatNumber((generated / loaded) * 100)} %`],
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

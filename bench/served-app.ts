import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDb } from '#server/db/open.ts'
import { isEmpty, seedDemo } from '#server/demo/company/demo.ts'
import { DEMO_PASSWORD } from '#server/demo/company/demo-accounts.ts'
import { keepSamples } from '#server/demo/maintenance/samples.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { localFiles } from '#server/providers/files/local/local-files.ts'
import { readConfig } from '#server/start/config.ts'
import { ensureDataDir } from '#server/start/data-dir.ts'
import { createLog } from '#server/start/log.ts'
import { builtApp } from './built-app.ts'
import { recordStatements, type Statement } from './server/recorder.ts'
import { PORTS, settings } from './settings.ts'

/** Today in Chicago, `yyyy-MM-dd`. */
export const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date())

export function benchConfig(dataDir: string) {
  return readConfig({
    // As in production: responses are not checked against their schemas.
    NODE_ENV: 'production',
    EMBEDDED_DATABASE: 'allow',
    DEMO: 'on',
    MAIL: 'folder',
    PUBLIC_URL: `http://127.0.0.1:${PORTS.api}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DATABASE_URL: settings.databaseUrl ?? undefined,
  })
}

export const demoOptions = async (drivers = settings.drivers) => ({
  drivers,
  today: today(),
  now: new Date(),
  passwordHash: await hashPassword(DEMO_PASSWORD),
})

export interface RecordedResponse {
  /** The path with its query string. */
  readonly path: string
  readonly status: number
}

export interface ServedApp {
  readonly db: Db
  /** For example `http://127.0.0.1:4170`. */
  readonly origin: string
  /** The database statements since the list was last emptied. */
  readonly statements: Statement[]
  /** The server's responses since the list was last emptied. */
  readonly responses: RecordedResponse[]
  /** Headers with a fresh access token of the administrator. */
  readonly headers: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

/** Starts the real server on a company with this many drivers. The company is created once and stays for later runs. */
export async function servedApp(drivers = settings.drivers): Promise<ServedApp> {
  const config = benchConfig(join(tmpdir(), `haulyard-bench-${drivers}`))
  ensureDataDir(config.dataDir)
  const db = await openDb(config, createLog('silent'))
  await migrate(db)
  if (await isEmpty(db)) {
    await keepSamples(localFiles(join(config.dataDir, 'files')))
    await seedDemo(db, await demoOptions(drivers))
  }
  const recording = recordStatements(db)
  const app = await builtApp(config, recording.db)
  const origin = await app.listen({ host: '127.0.0.1', port: PORTS.api })
  const responses: RecordedResponse[] = []
  app.server.on('request', ({ url: path = '' }, response) => {
    response.once('finish', () => responses.push({ path, status: response.statusCode }))
  })
  const signIn = await fetch(`${origin}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@haulyard.example', password: DEMO_PASSWORD }),
  })
  if (!signIn.ok) throw new Error(`signing in answered ${signIn.status}; remove ${config.dataDir} to start anew`)
  const { access } = (await signIn.json()) as { access: string }
  return {
    db,
    origin,
    statements: recording.statements,
    responses,
    headers: { authorization: `Bearer ${access}` },
    close: async () => {
      await app.close()
      await db.close()
    },
  }
}

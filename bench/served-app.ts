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
  /** The address that the client called: the server's own, or that of a wire before it. */
  readonly host: string
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

/** Signs in one of the demo accounts, by default the administrator. Returns the access token. */
export async function signInAs(origin: string, email = 'admin@haulyard.example'): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}; remove the bench's database to start anew`)
  return ((await answer.json()) as { access: string }).access
}

/**
 * Starts the real server on a company with this many drivers. The company is created once and stays for later runs.
 * `clock`: by default the clock of the machine.
 */
export async function servedApp(drivers = settings.drivers, clock = () => new Date()): Promise<ServedApp> {
  const config = benchConfig(join(tmpdir(), `haulyard-bench-${drivers}`))
  ensureDataDir(config.dataDir)
  const db = await openDb(config, createLog('silent'))
  await migrate(db)
  if (await isEmpty(db)) {
    await keepSamples(localFiles(join(config.dataDir, 'files')))
    await seedDemo(db, await demoOptions(drivers))
  }
  const recording = recordStatements(db)
  const app = await builtApp(config, recording.db, clock)
  const origin = await app.listen({ host: '127.0.0.1', port: PORTS.api })
  const responses: RecordedResponse[] = []
  app.server.on('request', ({ url: path = '', headers: { host = '' } }, response) => {
    response.once('finish', () => responses.push({ path, host, status: response.statusCode }))
  })
  const access = await signInAs(origin)
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

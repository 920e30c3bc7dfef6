import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDb } from '#server/db/open.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { createLog } from '#server/start/log.ts'
import { builtApp } from '../built-app.ts'
import { printFigures } from '../figures.ts'
import { benchConfig } from '../served-app.ts'
import { PORTS, settings } from '../settings.ts'
import { FLOOD_ADDRESS, startFlood } from './junk-flood.ts'

const PASSWORD = 'gravel-and-diesel'
/** The network address of the users. */
const USER_ADDRESS = '203.0.113.7'
const SIGN_INS = 6
const GOAL_MS = 1_000

interface SignIn {
  readonly email: string
  readonly from: string
  readonly device?: string
}

/** Signs in once. Returns the status of the response and the milliseconds. */
async function signIn(origin: string, { email, from, device }: SignIn): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now()
  const answer = await fetch(`${origin}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...(device && { 'device-id': device }) },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - startedAt }
}

async function createUser(db: Db, passwordHash: string): Promise<string> {
  const email = `${randomUUID()}@haulyard.example`
  await db.query(
    'bench.user',
    `insert into users (first_name, last_name, sort_name, email, role, password_hash)
     values ('A', 'B', 'a b', $1, 'driver', $2)`,
    [email, passwordHash],
  )
  return email
}

async function timeSignIns(origin: string, credentials: SignIn): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < SIGN_INS; n++) {
    const { status, ms } = await signIn(origin, credentials)
    if (status !== 200) throw new Error(`a user's own sign-in answered ${status}`)
    times.push(ms)
  }
  return times
}

async function measure(origin: string, db: Db) {
  const email = await createUser(db, await hashPassword(PASSWORD))
  const knownCredentials = { email, from: USER_ADDRESS, device: randomUUID() }
  const quiet = await timeSignIns(origin, knownCredentials)
  const { stop } = await startFlood(origin)
  const knownDevice = await timeSignIns(origin, knownCredentials)
  const sameNetwork = await timeSignIns(origin, { ...knownCredentials, from: FLOOD_ADDRESS })
  const newDevice = await timeSignIns(origin, { email, from: USER_ADDRESS })
  const answered = await stop()
  return {
    samples: {
      'a sign-in, nothing else': quiet,
      'a known device, meanwhile': knownDevice,
      'a known device of the network that floods': sameNetwork,
      'a new device of another network': newDevice,
    },
    answered,
  }
}

/** Times a user's own sign-in while one address keeps 300 junk sign-ins under way. */
export async function measureJunkSignIns(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'haulyard-bench-junk-'))
  const config = { ...benchConfig(folder), trustedProxies: ['loopback'] }
  const db = await openDb(config, createLog('silent'))
  const samplesByName: Record<string, number[]> = {}
  const junk: Record<string, number> = {}
  try {
    await migrate(db)
    const app = await builtApp(config, db)
    const origin = await app.listen({ host: '127.0.0.1', port: PORTS.api })
    try {
      for (let round = 0; round < settings.rounds; round++) {
        const { samples, answered } = await measure(origin, db)
        for (const [name, values] of Object.entries(samples))
          samplesByName[name] = [...(samplesByName[name] ?? []), ...values]
        for (const [status, count] of Object.entries(answered)) junk[status] = (junk[status] ?? 0) + count
      }
    } finally {
      await app.close()
    }
  } finally {
    await db.close()
    rmSync(folder, { recursive: true })
  }
  printFigures(`Signing in, ${db.kind} database, ms`, samplesByName, (name) => (name.endsWith('else') ? null : GOAL_MS))
  console.log(
    `  The junk was answered: ${Object.entries(junk)
      .map(([status, count]) => `${status} ${count} times`)
      .join(', ')}.`,
  )
}

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
import { beginFlood, FLOODING } from './junk-flood.ts'

const PASSWORD = 'gravel-and-diesel'
/** The address of the users. */
const YARD = '203.0.113.7'
const SIGN_INS = 6
const GOAL_MS = 1_000

interface SignIn {
  readonly email: string
  readonly from: string
  readonly device?: string
}

/** The status of a sign-in, and milliseconds. */
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

async function user(db: Db, passwordHash: string): Promise<string> {
  const email = `${randomUUID()}@haulyard.example`
  await db.query(
    'bench.user',
    `insert into users (first_name, last_name, sort_name, email, role, password_hash)
     values ('A', 'B', 'a b', $1, 'driver', $2)`,
    [email, passwordHash],
  )
  return email
}

async function ownSignIns(origin: string, who: SignIn): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < SIGN_INS; n++) {
    const { status, ms } = await signIn(origin, who)
    if (status !== 200) throw new Error(`a user's own sign-in answered ${status}`)
    taken.push(ms)
  }
  return taken
}

async function measure(origin: string, db: Db) {
  const email = await user(db, await hashPassword(PASSWORD))
  const known = { email, from: YARD, device: randomUUID() }
  const quiet = await ownSignIns(origin, known)
  const { stop } = await beginFlood(origin)
  const knownDevice = await ownSignIns(origin, known)
  const sameNetwork = await ownSignIns(origin, { ...known, from: FLOODING })
  const newDevice = await ownSignIns(origin, { email, from: YARD })
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

/** What a user's own sign-in takes while one address sends 300 junk sign-ins at once, and again as they are answered. */
export async function measureJunkSignIns(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'haulyard-bench-junk-'))
  const config = { ...benchConfig(folder), trustedProxies: ['loopback'] }
  const db = await openDb(config, createLog('silent'))
  const taken: Record<string, number[]> = {}
  const junk: Record<string, number> = {}
  try {
    await migrate(db)
    const app = await builtApp(config, db)
    const origin = await app.listen({ host: '127.0.0.1', port: PORTS.api })
    try {
      for (let round = 0; round < settings.rounds; round++) {
        const { samples, answered } = await measure(origin, db)
        for (const [name, values] of Object.entries(samples)) taken[name] = [...(taken[name] ?? []), ...values]
        for (const [status, many] of Object.entries(answered)) junk[status] = (junk[status] ?? 0) + many
      }
    } finally {
      await app.close()
    }
  } finally {
    await db.close()
    rmSync(folder, { recursive: true })
  }
  printFigures(`Signing in, ${db.kind} database, ms`, taken, (name) => (name.endsWith('else') ? null : GOAL_MS))
  console.log(
    `  The junk was answered: ${Object.entries(junk)
      .map(([status, many]) => `${status} ${many} times`)
      .join(', ')}.`,
  )
}

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { createGate } from '#server/base/gate.ts'
import type { Db } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDb } from '#server/db/open.ts'
import { createLog } from '#server/start/log.ts'
import { builtApp } from '../built-app.ts'
import { type Contender, formatNumber, inRounds, printTable, quantile } from '../measure.ts'
import { benchConfig } from '../served-app.ts'
import { PORTS, settings } from '../settings.ts'

const USERS = 20
const PASSWORD = 'gravel-and-diesel'
/** The two costs that OWASP considers equal, and the second choice of RFC 9106. Memory is in KiB. */
const COSTS = [
  { name: '19 MiB, 2 passes', memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  { name: '46 MiB, 1 pass', memoryCost: 47_104, timeCost: 1, parallelism: 1 },
  { name: '64 MiB, 3 passes', memoryCost: 65_536, timeCost: 3, parallelism: 1 },
]

/** Creates 20 users with this password hash. Returns their e-mails. */
async function createUsers(db: Db, passwordHash: string): Promise<string[]> {
  const emails = Array.from({ length: USERS }, () => `${randomUUID()}@haulyard.example`)
  await db.query(
    'bench.people',
    `insert into users (first_name, last_name, sort_name, email, role, password_hash)
     select 'A', 'B', 'a b', email, 'driver', $2 from unnest($1::text[]) as email`,
    [emails, passwordHash],
  )
  return emails
}

/** Signs in once. Returns the milliseconds. */
async function login(origin: string, email: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(`${origin}/api/auth/jwt/create/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}`)
  return performance.now() - startedAt
}

async function timeLogins(origin: string, emails: readonly string[]) {
  const alone: number[] = []
  for (const email of emails) alone.push(await login(origin, email))
  const together = await Promise.all(emails.map((email) => login(origin, email)))
  return {
    p50: quantile(alone, 0.5),
    p99: quantile(alone, 0.99),
    together50: quantile(together, 0.5),
    together99: quantile(together, 0.99),
  }
}

async function withServer(work: (origin: string, db: Db) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'haulyard-bench-login-'))
  const config = benchConfig(folder)
  const db = await openDb(config, createLog('silent'))
  try {
    await migrate(db)
    const app = await builtApp(config, db)
    await work(await app.listen({ host: '127.0.0.1', port: PORTS.api }), db).finally(() => app.close())
  } finally {
    await db.close()
    rmSync(folder, { recursive: true })
  }
}

async function measureCosts(origin: string, db: Db): Promise<void> {
  const contenders: Contender[] = []
  for (const { name, ...cost } of COSTS) {
    const emails = await createUsers(db, await hash(PASSWORD, cost))
    contenders.push({ name, measure: () => timeLogins(origin, emails) })
  }
  const results = await inRounds(settings.rounds, contenders)
  const base = results[0]?.p50 ?? Number.NaN
  const rows = results.map((one, index) => {
    const numbers = [one.p50, one.p99, one.together50, one.together99].map((value) => value ?? Number.NaN)
    return [
      COSTS[index]?.name ?? '',
      ...numbers.map(formatNumber),
      `${formatNumber((numbers[0] ?? Number.NaN) / base)}×`,
    ]
  })
  printTable(`Signing in, ${db.kind} database, medians of ${settings.rounds} rounds`, [
    ['cost', 'p50 ms', 'p99 ms', `${USERS} at once: p50 ms`, 'p99 ms', 'p50 to the first'],
    ...rows,
  ])
}

/** Checks a password 20 times, `parallel` at the same time. Also times file reads meanwhile. */
async function timeChecks(passwordHash: string, parallel: number) {
  const gate = createGate(parallel, USERS)
  const startedAt = performance.now()
  let isOver = false
  let memory = process.memoryUsage.rss()
  const before = memory
  const all = Promise.all(Array.from({ length: USERS }, () => gate(() => verify(passwordHash, PASSWORD)))).then(() => {
    isOver = true
  })
  const files: number[] = []
  while (!isOver) {
    const requestedAt = performance.now()
    await stat(import.meta.filename)
    files.push(performance.now() - requestedAt)
    memory = Math.max(memory, process.memoryUsage.rss())
    await turn()
  }
  await all
  const mib = (memory - before) / 1024 / 1024
  return { all: performance.now() - startedAt, file99: quantile(files, 0.99), mib }
}

async function measureGates(): Promise<void> {
  const { name: _, ...cost } = COSTS[0] ?? { name: '' }
  const passwordHash = await hash(PASSWORD, cost)
  const sizes = [1, 2, 3, 4, USERS]
  const results = await inRounds(
    settings.rounds,
    sizes.map((size) => ({ name: String(size), measure: () => timeChecks(passwordHash, size) })),
  )
  printTable(`${USERS} checks of a password (${COSTS[0]?.name}), so many side by side`, [
    ['side by side', 'all done, ms', 'a file meanwhile, p99 ms', 'memory, MiB more'],
    ...results.map(({ all = Number.NaN, file99 = Number.NaN, mib = Number.NaN }, index) => [
      String(sizes[index]),
      formatNumber(all),
      formatNumber(file99),
      formatNumber(mib),
    ]),
  ])
}

/**
 * Times sign-ins by the cost of the hash, one alone and 20 at the same time. Then shows the effect of the queue for
 * hashing.
 */
export async function measureLogin(): Promise<void> {
  await withServer(measureCosts)
  await measureGates()
}

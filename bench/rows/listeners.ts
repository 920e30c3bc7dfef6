import { DEMO_ACCOUNTS } from '#server/demo/company/demo-accounts.ts'
import { formatNumber, median, printTable, quantile } from '../measure.ts'
import { type ServedApp, servedApp, signInAs } from '../served-app.ts'
import { settings } from '../settings.ts'
import { type Beside, startBeside } from './beside.ts'
import { type Colleague, mixedChanges } from './colleagues.ts'
import type { Delays, ListeningRequest } from './listening.ts'

type Listening = Beside<ListeningRequest, Delays | null>

/** Changes per round and measurement. */
const CHANGES = 20
const PAUSE_MS = 300
const NETWORKS = [
  { name: 'no limit', isSlow: false, goal: 400 },
  { name: 'slow 4G', isSlow: true, goal: 900 },
]
const LISTENERS = 100
/** The numbers of streams between which the server's work is compared. Four are one of each kind of user. */
const STREAMS = [0, 4, 200]

/** The author of the changes, then this many listeners of all kinds of users in turn. */
async function signInAll({ origin, headers }: ServedApp, count: number): Promise<readonly Colleague[]> {
  const tokens: string[] = []
  for (const { email } of DEMO_ACCOUNTS) tokens.push(await signInAs(origin, email))
  const listener = (index: number) => ({ authorization: `Bearer ${tokens[index % tokens.length]}` })
  return [{ origin, headers }, ...Array.from({ length: count }, (_, index) => ({ origin, headers: listener(index) }))]
}

/** Commits changes while these streams are open. */
async function commitWith(app: ServedApp, listening: Listening, streams: number, isSlow: boolean) {
  await listening.ask({ act: 'open', listeners: await signInAll(app, streams), isSlow })
  const changes = await mixedChanges(app, CHANGES)
  app.statements.length = 0
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()]
  const delays = await listening.ask({ act: 'commit', changes, pauseMs: PAUSE_MS })
  const { user, system } = process.cpuUsage(cpu)
  const statements = app.statements.map(({ name }) => name)
  const seconds = (performance.now() - startedAt) / 1000
  await listening.ask({ act: 'close' })
  if (delays === null) throw new Error('nothing was measured')
  return { delays, statements, cpuMs: (user + system) / 1000, seconds }
}

async function measureDelays(app: ServedApp, listening: Listening): Promise<void> {
  const samples = NETWORKS.map((network) => ({ ...network, sinceTaken: [] as number[], sinceSent: [] as number[] }))
  for (let round = 0; round < settings.rounds; round++) {
    for (const one of samples) {
      const { delays } = await commitWith(app, listening, LISTENERS, one.isSlow)
      // A quarter of the listeners are administrators, who receive every change.
      if (delays.sinceSent.length < (CHANGES * LISTENERS) / 4) throw new Error('a change did not arrive')
      one.sinceTaken.push(...delays.sinceTaken)
      one.sinceSent.push(...delays.sinceSent)
    }
  }
  const cells = (values: readonly number[]) => [formatNumber(median(values)), formatNumber(quantile(values, 0.95))]
  printTable(`From a change to its rows at ${LISTENERS} listeners, ms, ${settings.drivers} drivers`, [
    ['network', 'n', 'taken: p50', 'p95', 'sent: p50', 'p95', 'goal', ''],
    ...samples.map(({ name, goal, sinceTaken, sinceSent }) => {
      const verdict = quantile(sinceSent, 0.95) <= goal ? 'met' : 'MISSED'
      return [name, String(sinceSent.length), ...cells(sinceTaken), ...cells(sinceSent), `≤ ${goal}`, verdict]
    }),
  ])
}

/** The kind of a statement of the server: those for the events are listed by name. */
const kindOf = (name: string) => (/^(?:events|sync)\./.test(name) ? name : (name.split('.', 1)[0] ?? name))

async function measureWork(app: ServedApp, listening: Listening): Promise<void> {
  const counts = STREAMS.map(() => new Map<string, number>())
  const cpu: number[][] = STREAMS.map(() => [])
  for (let round = 0; round < settings.rounds; round++) {
    for (const [at, streams] of STREAMS.entries()) {
      const { statements, cpuMs } = await commitWith(app, listening, streams, false)
      cpu[at]?.push(cpuMs / CHANGES)
      for (const name of statements.map(kindOf)) counts[at]?.set(name, (counts[at].get(name) ?? 0) + 1)
    }
  }
  const each = (count: number) => formatNumber(count / CHANGES / settings.rounds)
  const names = [...new Set(counts.flatMap((one) => [...one.keys()]))].sort()
  const sum = (one: ReadonlyMap<string, number>) => [...one.values()].reduce((total, count) => total + count, 0)
  printTable(`Work of the server per change, by the number of streams, ${settings.drivers} drivers`, [
    ['', ...STREAMS.map((streams) => `${streams} streams`)],
    ...names.map((name) => [name, ...counts.map((one) => each(one.get(name) ?? 0))]),
    ['all statements', ...counts.map((one) => each(sum(one)))],
    ['ms of CPU', ...cpu.map((values) => formatNumber(median(values)))],
  ])
}

/** Times how soon changes arrive at many listeners, and counts the server's work for them. */
export async function measureListeners(): Promise<void> {
  const app = await servedApp()
  const listening: Listening = startBeside('listening')
  try {
    await measureDelays(app, listening)
    await measureWork(app, listening)
  } finally {
    listening.end()
    await app.close()
  }
}

import type { LoggedCall } from '#src/api/call-log.ts'
import { clockLag } from '#src/browser/company-clock.ts'
import { ageWords, momentWords, untilWords } from '#src/format/age.ts'
import type { AnyCommand } from '#src/offline/command.ts'
import type { Connectivity } from '#src/offline/connectivity.ts'
import type { LiveState } from '#src/offline/live/live-state.ts'
import { unconfirmedOf } from '#src/offline/outbox/repair/losses.ts'
import type { OutboxSnapshot } from '#src/offline/outbox/show/snapshot.ts'
import { clockWords } from '../device/clock-words.ts'
import { type Fact, masked, type Section } from './diagnosis.ts'

const yesNo = (is: boolean | null | undefined) => (is === undefined || is === null ? 'not known' : is ? 'yes' : 'no')

/** The number and age of changes by state. It contains none of their content. */
export function queueFacts({ entries, state, loss }: OutboxSnapshot, now: number): Section {
  const unsettled = entries.filter((entry) => entry.state !== 'done')
  const oldest = Math.min(...unsettled.map((entry) => entry.madeAt))
  const tries = unsettled.filter((entry) => entry.state === 'waiting').map((entry) => entry.nextTryAt)
  const groups = new Map<string, number>()
  for (const { command, commandVersion, state, problem } of entries) {
    const why = problem ? `${problem.kind} ${problem.status ?? ''}`.trim() : 'none'
    const row = [command, String(commandVersion), state, why].join('\n')
    groups.set(row, (groups.get(row) ?? 0) + 1)
  }
  return {
    title: 'Changes on this device',
    facts: [
      ['State', state],
      ['Not settled', String(unsettled.length)],
      ['Oldest', unsettled.length === 0 ? 'none' : ageWords(oldest, now)],
      ['Next try', tries.length === 0 ? 'none' : untilWords(Math.min(...tries), now)],
      ['Most attempts', String(Math.max(0, ...unsettled.map((entry) => entry.attempts)))],
      ['Lost', lossWords(loss)],
    ],
    table: {
      columns: ['Change', 'Version', 'State', 'Last problem', 'Count'],
      rows: [...groups].map(([row, count]) => [...row.split('\n'), String(count)]),
      empty: 'No changes.',
    },
  }
}

function lossWords(loss: OutboxSnapshot['loss']): string {
  const open = unconfirmedOf(loss)
  return `${loss?.count ?? 0}${open > 0 ? `, of which the server may have ${open}` : ''}`
}

export function connectivityFacts({ online, since }: Connectivity, live: LiveState, now: number): Section {
  const connection = 'connection' in navigator && typeof navigator.connection === 'object' ? navigator.connection : null
  return {
    title: 'Network',
    facts: [
      ['The server can be reached', `${yesNo(online)}, since ${momentWords(since, now)}`],
      ['News from the server as it happens', `${live.state}, since ${momentWords(live.since, now)}`],
      ['The browser says', navigator.onLine ? 'online' : 'offline'],
      ['This device’s clock', clockWords(clockLag()) ?? 'right, as far as is known'],
      ...connectionFacts(connection),
    ],
  }
}

const CONNECTION_TITLES = {
  type: 'Kind of connection',
  effectiveType: 'As fast as',
  rtt: 'Round trip, ms',
  downlink: 'Down, Mbit/s',
  saveData: 'Saves data',
}

/** The browser's information about the connection. Not every browser has all of it, or any. */
function connectionFacts(connection: object | null): readonly Fact[] {
  return Object.entries(CONNECTION_TITLES).flatMap(([name, title]): Fact[] => {
    if (connection === null || !(name in connection)) return []
    const value: unknown = Reflect.get(connection, name)
    return [[title, typeof value === 'boolean' ? yesNo(value) : String(value)]]
  })
}

export async function lockFacts(locks: LockManager | undefined, user: string | null): Promise<Section> {
  const title = 'Locks of all tabs'
  if (!locks) return { title, facts: [['Web Locks', 'missing: tabs can’t take turns']] }
  const { held = [], pending = [] } = await locks.query()
  const row = (is: string) => (lock: LockInfo) => [masked(lock.name ?? '', user), lock.mode ?? '', is]
  return {
    title,
    facts: [],
    table: {
      columns: ['Lock', 'Mode', 'Is'],
      rows: [...held.map(row('held')), ...pending.map(row('waited for'))],
      empty: 'No lock is held.',
    },
  }
}

interface Versions {
  readonly build: string
  readonly dataVersion: number
  readonly commands: readonly Pick<AnyCommand, 'name' | 'version'>[]
  readonly worker: ServiceWorkerContainer | undefined
}

export async function versionFacts({ build, dataVersion, commands, worker }: Versions): Promise<Section> {
  const registration = await worker?.getRegistration()
  const stateOf = (one: ServiceWorker | null | undefined) => one?.state ?? 'none'
  return {
    title: 'Versions',
    facts: [
      ['Build', build],
      ['Stored data', String(dataVersion)],
      ['Service worker', worker ? (worker.controller ? 'serves this page' : 'does not serve this page') : 'missing'],
      ['Worker in use', stateOf(registration?.active)],
      ['Worker that waits', stateOf(registration?.waiting ?? registration?.installing)],
      ['Changes known', commands.map(({ name, version }) => `${name} ${version}`).join(', ')],
    ],
  }
}

export function callFacts(calls: readonly LoggedCall[], now: number): Section {
  return {
    title: 'Last calls of this tab',
    facts: [],
    table: {
      columns: ['When', 'Call', 'Outcome', 'ms'],
      rows: calls.map(({ method, path, outcome, status, at, tookMs }) => [
        ageWords(at, now),
        `${method} ${path}`,
        status === null ? outcome : `${outcome} ${status}`,
        String(tookMs),
      ]),
      empty: 'No calls yet.',
    },
  }
}

export function browserFacts(): Section {
  const { userAgent, languages, hardwareConcurrency } = navigator
  const memory = 'deviceMemory' in navigator ? `${navigator.deviceMemory} GB` : 'not known'
  return {
    title: 'Browser and device',
    facts: [
      ['Browser', userAgent],
      ['Languages', languages.join(', ')],
      ['Time zone', Intl.DateTimeFormat().resolvedOptions().timeZone],
      ['Window', `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`],
      ['Runs from its own icon', yesNo(matchMedia('(display-mode: standalone)').matches)],
      ['Processors, memory', `${hardwareConcurrency}, ${memory}`],
      ['Secure page', yesNo(isSecureContext)],
    ],
  }
}

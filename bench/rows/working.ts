import { setTimeout as pause } from 'node:timers/promises'
import { type Change, type Colleague, commitChange } from './colleagues.ts'

/** `start`: people begin to work. `stop`: they end, and the reply has the times of their calls. */
export type WorkRequest =
  | {
      readonly act: 'start'
      readonly as: Colleague
      readonly paths: readonly string[]
      readonly changes: readonly Change[]
    }
  | { readonly act: 'stop' }

/** Milliseconds of each call. */
export interface CallTimes {
  readonly lists: readonly number[]
  readonly changes: readonly number[]
}

const PEOPLE = 8
/** The time between two calls of one person, in ms. */
const PAUSE_MS = 250
/** Of the calls of one person, one in this many is a change. */
const CHANGE_EVERY = 4

let times = { lists: [] as number[], changes: [] as number[] }
let isOver = false
let working: Promise<unknown> = Promise.resolve()

async function load({ origin, headers }: Colleague, path: string): Promise<void> {
  const answer = await fetch(`${origin}${path}`, { headers })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
}

async function timed(into: number[], act: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await act()
  into.push(performance.now() - startedAt)
}

/** One person's calls until the end. `changes` is shared by all people. */
async function workAs(as: Colleague, paths: readonly string[], changes: Change[]): Promise<void> {
  for (let call = 1; !isOver; call++) {
    const change = call % CHANGE_EVERY === 0 ? changes.shift() : undefined
    if (change) await timed(times.changes, () => commitChange(as, change))
    else await timed(times.lists, () => load(as, paths[call % paths.length] ?? ''))
    await pause(PAUSE_MS)
  }
}

/** The work of the child process: people who read lists and change records. */
export async function work(request: WorkRequest): Promise<CallTimes | null> {
  if (request.act === 'start') {
    const { as, paths, changes } = request
    const waiting = [...changes]
    times = { lists: [], changes: [] }
    isOver = false
    // Each begins at another list.
    const rotated = (by: number) => [...paths.slice(by % paths.length), ...paths.slice(0, by % paths.length)]
    working = Promise.all(Array.from({ length: PEOPLE }, (_, person) => workAs(as, rotated(person), waiting)))
    // Thrown by `stop`.
    working.catch(() => undefined)
    return null
  }
  isOver = true
  await working
  return times
}

import { useSyncExternalStore } from 'react'
import { can } from '#contract/access.ts'
import { observed } from '#src/session/observed.ts'
import { onSessionChange, sessionState } from '#src/session/session.ts'
import { isOnline, onBackOnline } from './connectivity.ts'
import type { AnyQuery } from './resource-query.ts'

/** What is fetched ahead, so that views that were never opened are there without a network too. */
export interface YardSet {
  readonly total: number
  readonly done: number
  /** When all of it was last there, in milliseconds since 1970; null for not yet. */
  readonly finishedAt: number | null
}

const progress = observed<YardSet>({ total: 0, done: 0, finishedAt: null })
let queriesOf: () => readonly AnyQuery[] | Promise<readonly AnyQuery[]> = () => []
let turn: Promise<void> = Promise.resolve()

export function useYardSet(): YardSet {
  return useSyncExternalStore(progress.subscribe, progress.get)
}

/** Says what belongs to the yard set; asked anew each time, since "this week" moves on, and only when it is fetched. */
export function setYardSet(queries: () => readonly AnyQuery[] | Promise<readonly AnyQuery[]>): void {
  queriesOf = queries
}

/** Metered or saving: the person's data plan is not ours to spend. */
function isMetered(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}

async function fetchAll(isWanted: (query: AnyQuery) => boolean): Promise<void> {
  const { user } = sessionState()
  const wanted = (await queriesOf()).filter((query) => can(user, query.access) && isWanted(query))
  progress.set({ ...progress.get(), total: wanted.length, done: 0 })
  for (const query of wanted) {
    if (!isOnline() || sessionState().user?.id !== user?.id) return
    await query.ready()
    progress.set({ ...progress.get(), done: progress.get().done + 1 })
  }
  progress.set({ ...progress.get(), finishedAt: Date.now() })
}

/** One after another, so that a screen's own calls never stand in line behind them. */
export function fetchYardSet(isWanted: (query: AnyQuery) => boolean = () => true): Promise<void> {
  if (sessionState().state !== 'signed_in' || !isOnline() || isMetered()) return Promise.resolve()
  turn = turn.then(() => fetchAll(isWanted))
  return turn
}

const whenIdle = (work: () => void) =>
  globalThis.requestIdleCallback === undefined
    ? setTimeout(work, 2_000)
    : requestIdleCallback(work, { timeout: 10_000 })

/** Fetches the set when a person is signed in and when the network comes back, as soon as the page has nothing to do. */
export function startYardSet(): void {
  const soon = () => void whenIdle(() => void fetchYardSet())
  onSessionChange(({ event }) => {
    if (event.type === 'signed_in' || event.type === 'started') soon()
  })
  onBackOnline(soon)
  soon()
}

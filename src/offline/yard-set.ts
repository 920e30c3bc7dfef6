import { hashKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { can } from '#contract/access.ts'
import { observed } from '#src/session/observed.ts'
import { onSessionChange, sessionState } from '#src/session/session.ts'
import { isOnline, onBackOnline } from './connectivity.ts'
import { queryClient } from './query-client.ts'
import { knownOf } from './query-keeper.ts'
import type { AnyQuery } from './resource-query.ts'

/** What is fetched ahead, so that views that were never opened are there without a network too. */
export interface YardSet {
  /** How many are being fetched just now, and how many of them are through; 0 at rest. */
  readonly total: number
  readonly done: number
  /** When the server gave the oldest part of what is kept, in milliseconds since 1970; null while not all of it is. */
  readonly finishedAt: number | null
}

const nothingYet: YardSet = { total: 0, done: 0, finishedAt: null }
const progress = observed<YardSet>(nothingYet)
/** By query hash: when the server gave what is kept of this person's set; null for nothing. */
const saved = new Map<string, number | null>()
let queriesOf: () => readonly AnyQuery[] | Promise<readonly AnyQuery[]> = () => []
let turn: Promise<void> = Promise.resolve()

export const yardSet = { get: progress.get, subscribe: progress.subscribe }

export function useYardSet(): YardSet {
  return useSyncExternalStore(yardSet.subscribe, yardSet.get)
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

/** Gets a query ready, the server's word on it included. Answers when the server gave what is there; null for nothing. */
async function savedAt({ queryKey, ready }: AnyQuery): Promise<number | null> {
  await ready()
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  // A failure leaves what was there before, with its own age.
  await query?.promise?.catch(() => undefined)
  return query ? (knownOf(query)?.asOf ?? null) : null
}

/** As old as its oldest part; null while a part is missing. */
function ageOfAll(queries: readonly AnyQuery[]): number | null {
  const ages = queries.map(({ queryKey }) => saved.get(hashKey(queryKey)) ?? null)
  return ages.reduce((oldest, age) => (oldest === null || age === null ? null : Math.min(oldest, age)), ages[0] ?? null)
}

async function fetchAll(isWanted: (query: AnyQuery) => boolean): Promise<void> {
  const { user } = sessionState()
  const isSamePerson = () => sessionState().user?.id === user?.id
  const all = (await queriesOf()).filter((query) => can(user, query.access))
  const wanted = all.filter(isWanted)
  progress.set({ ...progress.get(), total: wanted.length, done: 0 })
  for (const query of wanted) {
    if (!isOnline() || !isSamePerson()) break
    const at = await savedAt(query)
    if (!isSamePerson()) break
    saved.set(hashKey(query.queryKey), at)
    progress.set({ ...progress.get(), done: progress.get().done + 1 })
  }
  if (isSamePerson()) progress.set({ ...nothingYet, finishedAt: ageOfAll(all) })
}

/** One after another, so that a screen's own calls never stand in line behind them. */
export function fetchYardSet(isWanted: (query: AnyQuery) => boolean = () => true): Promise<void> {
  if (sessionState().state !== 'signed_in' || !isOnline() || isMetered()) return Promise.resolve()
  // Whoever asked before hears of a failure; those behind still have their turn.
  turn = turn.catch(() => undefined).then(() => fetchAll(isWanted))
  return turn
}

const whenIdle = (work: () => void) =>
  globalThis.requestIdleCallback === undefined
    ? setTimeout(work, 2_000)
    : requestIdleCallback(work, { timeout: 10_000 })

/** Fetches the set when a person is signed in and when the network comes back, as soon as the page has nothing to do. */
export function startYardSet(): void {
  const soon = () => void whenIdle(() => void fetchYardSet())
  onSessionChange(({ before, after }) => {
    const isAnother = before.user?.id !== after.user?.id
    if (isAnother) {
      saved.clear()
      progress.set(nothingYet)
    }
    if (after.state === 'signed_in' && (isAnother || before.state !== 'signed_in')) soon()
  })
  onBackOnline(soon)
  soon()
}

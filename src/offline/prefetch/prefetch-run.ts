import { hashKey } from '@tanstack/react-query'
import { can } from '#contract/wire/access.ts'
import { ApiError, isUnreachable } from '#src/api/api-error.ts'
import { holdLock, holdLockIfFree } from '#src/browser/web-lock.ts'
import { queryClient } from '#src/offline/query-storage/query-client.ts'
import { currentPersister } from '#src/offline/query-storage/query-persister.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import { sessionState } from '#src/session/session.ts'
import { isOnline } from '../connectivity.ts'
import { isMetered } from '../metered.ts'
import { isPrefetchOn } from './prefetch-choice.ts'
import { type PrefetchRequest, type PrefetchState, prefetchQueries, prefetchState } from './prefetch-state.ts'

/** A part that the server gave less than this ago is fresh enough: after a reload it is not fetched again. Milliseconds. */
const FRESH_FOR_MS = 15 * 60_000

/** With many changes in a row a list that they stand in is fetched again for no more than a part of the time. */
const PART_OF_THE_TIME = 5
const MAX_REST_MS = 60_000
/** Changes wait for a rest and a pass for two minutes at most, or both were in vain. */
const MAX_WAIT_MS = 100_000

type Progress = Pick<PrefetchState, 'total' | 'done' | 'rows'>
const AT_REST: Progress = { total: 0, done: 0, rows: null }

/** One person's other tabs show the same; the channel lasts as long as the person does. */
let news: { readonly userId: string; readonly channel: BroadcastChannel } | null = null

function newsOf(userId: string): BroadcastChannel {
  if (news?.userId === userId) return news.channel
  news?.channel.close()
  const channel = new BroadcastChannel(`haulyard-yard-${userId}`)
  channel.onmessage = (message: MessageEvent<PrefetchState>) => {
    if (currentPersister()?.userId === userId) prefetchState.set(message.data)
  }
  news = { userId, channel }
  return channel
}

function show(userId: string, change: Partial<PrefetchState>): void {
  if (currentPersister()?.userId !== userId) return
  prefetchState.set({ ...prefetchState.get(), ...change })
  newsOf(userId).postMessage(prefetchState.get())
}

/** When the server gave what is on the device of a part; null for nothing. */
async function keptAt({ queryKey, keptAt: own }: AnyQuery): Promise<number | null> {
  if (own) return own()
  const [age] = (await currentPersister()?.agesOf([hashKey(queryKey)])) ?? []
  return age ?? null
}

/** Gets a part onto the device, the server's word on it included. False when the device has no space for it. */
async function keep(
  query: AnyQuery,
  signal: AbortSignal,
  isDue: boolean,
  onRows: (rows: PrefetchState['rows']) => void,
) {
  if (query.keep) return query.keep({ signal, mayGoOn: isDue, onRows: (done, of) => onRows({ done, of }) })
  await query.ready()
  const entry = queryClient.getQueryCache().find({ queryKey: query.queryKey, exact: true })
  // A failure leaves what was there before, with its own age.
  await entry?.promise?.catch(() => undefined)
  if (isUnreachable(entry?.state.error)) throw entry?.state.error
  return true
}

/** When the server gave what is on the device of each part. What only memory has is gone with the page, so it is written first. */
async function agesOf(parts: readonly AnyQuery[]): Promise<readonly (number | null)[]> {
  await currentPersister()?.flush()
  return Promise.all(parts.map(keptAt))
}

/** As old as its oldest part, null while a part is missing; and what all that is kept takes. */
async function standing(parts: readonly AnyQuery[]): Promise<Pick<PrefetchState, 'finishedAt' | 'size'>> {
  const ages = await agesOf(parts)
  const isAll = parts.length > 0 && ages.every((age) => age !== null)
  const { size } = (await currentPersister()?.fill()) ?? { size: null }
  return { finishedAt: isAll ? Math.min(...ages.filter((age) => age !== null)) : null, size }
}

/** Which parts a pass is about. */
async function chosen(parts: readonly AnyQuery[], wishes: ReadonlySet<PrefetchRequest>, userId: number) {
  const isWished = (part: AnyQuery) => [...wishes].some((wish) => typeof wish === 'function' && wish(part))
  const mayByItself = isPrefetchOn(userId) && !isMetered()
  const isDue = (at: number | null) =>
    wishes.has('due') && mayByItself && (at === null || Math.abs(Date.now() - at) > FRESH_FOR_MS)
  const ages = await agesOf(parts)
  return parts.flatMap((part, at) => {
    // What was changed is asked for again wherever it is kept, or the device would show it as it was before.
    const isNamed = wishes.has('all') || (isWished(part) && (mayByItself || ages[at] !== null))
    return isNamed || isDue(ages[at] ?? null) ? [{ part, isDue: !isNamed }] : []
  })
}

interface Pass {
  readonly userId: string
  readonly signal: AbortSignal
  readonly isSamePerson: () => boolean
}

/**
 * One after another, so that a screen's own calls never stand in line behind them. Answers whether space was short, and
 * why a part that was asked for, not only due, did not come.
 */
async function fetchAll(wanted: Awaited<ReturnType<typeof chosen>>, { userId, signal, isSamePerson }: Pass) {
  let isFull = false
  let failure: unknown = null
  for (const [done, { part, isDue }] of wanted.entries()) {
    if (signal.aborted || !isSamePerson()) break
    show(userId, { total: wanted.length, done, rows: null })
    try {
      if (!isOnline()) throw new ApiError('network')
      const fill = await currentPersister()?.fill()
      const hasRoom = !fill?.isFull || (await keptAt(part)) !== null
      const isKept = hasRoom && (await keep(part, signal, isDue, (rows) => show(userId, { rows })))
      if (!isKept) isFull = true
    } catch (error) {
      // The server's or the network's trouble, or called off: the next part may fare better, and the next pass will.
      if (!(error instanceof ApiError) && !signal.aborted) throw error
      if (!isDue) failure ??= error
    }
  }
  return { isFull, failure }
}

async function pass(wishes: ReadonlySet<PrefetchRequest>, signal: AbortSignal): Promise<void> {
  const { user } = sessionState()
  if (user === null) return
  const userId = String(user.id)
  const isSamePerson = () => sessionState().user?.id === user.id && currentPersister()?.userId === userId
  const parts = (await prefetchQueries()).filter((query) => can(user, query.access))
  const wanted = await chosen(parts, wishes, user.id)
  const { isFull, failure } = await fetchAll(wanted, { userId, signal, isSamePerson })
  if (!isSamePerson()) return
  const now = await standing(parts)
  if (isSamePerson()) show(userId, { ...AT_REST, ...now, isFull: now.finishedAt === null && isFull })
  // What the person asked for may be called off; what a change waits for has not come then, whatever was through.
  if (!signal.aborted && failure !== null) throw failure
  if (signal.aborted && [...wishes].some((wish) => typeof wish === 'function')) throw signal.reason
}

let restUntil = 0

/** Resolves when it is time for another pass, when `isHurried` does, or when the signal calls it off. */
export async function rest(isHurried: Promise<void>, signal: AbortSignal): Promise<void> {
  const left = restUntil - performance.now()
  if (left <= 0 || signal.aborted) return
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(end, left)
  signal.addEventListener('abort', end)
  await Promise.race([isHurried, isOver])
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
}

/** Longer where every byte costs the person something. */
function beginRest(took: number): void {
  const wanted = isMetered() ? MAX_REST_MS : took * PART_OF_THE_TIME
  restUntil = performance.now() + Math.min(wanted, MAX_REST_MS, Math.max(0, MAX_WAIT_MS - took))
}

/**
 * Looks through the set once: fetches what `wishes` names, and says how things stand. While another tab does it, what is
 * only due is left to that one. Rejects with an `ApiError` when what was asked for by name could not be had, and when the
 * parts themselves can't be told.
 */
export async function runPrefetch(wishes: ReadonlySet<PrefetchRequest>, signal: AbortSignal): Promise<void> {
  const { user } = sessionState()
  if (user === null) return
  const userId = String(user.id)
  newsOf(userId)
  const work = (isOver: AbortSignal) => {
    const began = performance.now()
    return pass(wishes, isOver).finally(() => {
      beginRest(performance.now() - began)
      show(userId, AT_REST)
    })
  }
  const isDueOnly = [...wishes].every((wish) => wish === 'due')
  const { locks } = navigator
  if (locks === undefined) return work(signal)
  const name = `yard-set:${userId}`
  // In a tab that is frozen the pass ends; when the tab goes on, another looks what is due.
  const held = (lost: AbortSignal) => work(AbortSignal.any([signal, lost]))
  if (isDueOnly) await holdLockIfFree(locks, name, held)
  else await holdLock(locks, name, 'exclusive', held)
}

import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { onReceived } from '#src/api/traffic.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { observableValue } from '#src/session/observable-value.ts'
import { readItem, removeItem, writeItem } from '#src/session/web-storage.ts'
import { isMobileData } from '../metered.ts'

const MB = 1_000_000

/**
 * The daily limits that a user can choose for data fetched ahead over mobile data, in bytes before compression; what
 * travels is about a fifth of that. 0: only what work needs now, which is always fetched. Null: no limit.
 */
export const MOBILE_BUDGETS = [0, 5 * MB, 20 * MB, 100 * MB, null] as const
export type MobileBudget = (typeof MOBILE_BUDGETS)[number]
const DEFAULT_BUDGET: MobileBudget = 20 * MB

/** Stored on the device for each user, only when it is not the default. */
const keyOf = (userId: number) => `haulyard:mobile-budget:${userId}`
/** Belongs to the device, with all its users: contains numbers only. */
const SPENT_KEY = 'haulyard:mobile-spent'
const changes = observableValue(0)

const nameOf = (budget: MobileBudget) => (budget === null ? 'none' : `${budget}`)

export function mobileBudget(userId: number): MobileBudget {
  const stored = readItem('local', keyOf(userId))
  const chosen = MOBILE_BUDGETS.find((budget) => nameOf(budget) === stored)
  return chosen === undefined ? DEFAULT_BUDGET : chosen
}
export function setMobileBudget(userId: number, budget: MobileBudget): void {
  if (budget === DEFAULT_BUDGET) removeItem('local', keyOf(userId))
  else writeItem('local', keyOf(userId), nameOf(budget))
  changes.set(changes.get() + 1)
}
export function useMobileBudget(userId: number): MobileBudget {
  return useSyncExternalStore(changes.subscribe, () => mobileBudget(userId))
}

const spent = z.object({
  /** The company's day. */
  day: z.string(),
  bytes: z.int(),
})

/** What was fetched ahead over mobile data today, in bytes before compression. */
export function spentToday(): number {
  try {
    const { data } = spent.safeParse(JSON.parse(readItem('local', SPENT_KEY) ?? ''))
    return data?.day === chicagoDay(companyNow()) ? data.bytes : 0
  } catch {
    return 0 // Not written by this app.
  }
}

/** Bytes that a pass may still fetch today over this connection; infinite without a limit. */
export function leftToday(userId: number): number {
  const budget = mobileBudget(userId)
  return budget === null || !isMobileData() ? Number.POSITIVE_INFINITY : budget - spentToday()
}

/**
 * Runs a part of a pass, and notes what it receives over mobile data. What else the tab receives meanwhile counts too.
 * The signal that `work` gets is aborted when more than `most` bytes were received.
 */
export async function withinBudget<T>(most: number, work: (over: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController()
  let received = 0
  const stop = onReceived((bytes) => {
    received += bytes
    if (received > most) over.abort(new DOMException('The budget for mobile data is used up.', 'AbortError'))
  })
  try {
    return await work(over.signal)
  } finally {
    stop()
    if (isMobileData() && received > 0) {
      const bytes = spentToday() + received
      writeItem('local', SPENT_KEY, JSON.stringify({ day: chicagoDay(companyNow()), bytes }))
    }
  }
}

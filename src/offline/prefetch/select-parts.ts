import { hashKey } from '@tanstack/react-query'
import { companyNow } from '#src/browser/company-clock.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { currentPersister } from '#src/offline/query-storage/query-persister.ts'
import { storedListAge } from '#src/offline/query-storage/stored-list-age.ts'
import type { AnyQuery } from '#src/offline/reading/declared-query.ts'
import { isMetered } from '../metered.ts'
import { isPrefetchOn } from './prefetch-choice.ts'
import type { PrefetchQuery } from './prefetch-list.ts'
import type { PrefetchRequest, PrefetchState } from './prefetch-state.ts'
import { syncedAt } from './sync-parts.ts'

/** A response younger than this is not due, so that a reload does not fetch it again. In milliseconds. */
const FRESH_FOR_MS = 15 * 60_000

/** A list that is older than this is fetched, even if its changed rows would do. In milliseconds. */
const SYNCED_FOR_MS = 6 * 60 * 60_000

/**
 * Whether a list that was fetched then can be brought up to date by its changed rows. Not if it has figures, which change
 * without a change of a record, and not after midnight, when some facts change. Links to photos last half a day.
 */
const canStay = ({ whole, areas }: AnyQuery, fetchedAt: number) =>
  whole?.changes != null &&
  !areas.includes('figures') &&
  Math.abs(Date.now() - fetchedAt) < SYNCED_FOR_MS &&
  chicagoDay(fetchedAt) === chicagoDay(companyNow())

/**
 * When the stored response of a query was last as the server had it, in milliseconds since 1970; null if none is stored.
 */
export async function storedAt(part: AnyQuery): Promise<number | null> {
  const { queryKey, whole } = part
  if (whole) {
    const fetchedAt = await storedListAge(queryKey)
    return fetchedAt !== null && canStay(part, fetchedAt) ? Math.max(fetchedAt, syncedAt(queryKey) ?? 0) : fetchedAt
  }
  const [age] = (await currentPersister()?.agesOf([hashKey(queryKey)])) ?? []
  return age ?? null
}

/**
 * When the server sent the stored response of each query. Writes pending responses first: those in memory do not count.
 */
async function storedAges(parts: readonly AnyQuery[]): Promise<readonly (number | null)[]> {
  await currentPersister()?.flush()
  return Promise.all(parts.map(storedAt))
}

/** The age of the oldest response; null while one is missing, or when there is none. */
function oldestOf(ages: readonly (number | null)[]): number | null {
  const known = ages.filter((age) => age !== null)
  return known.length > 0 && known.length === ages.length ? Math.min(...known) : null
}

/** The age of the set and of the part that work needs now, and the size of everything stored. */
export async function storedSummary(
  parts: readonly PrefetchQuery[],
): Promise<Pick<PrefetchState, 'finishedAt' | 'workSince' | 'size'>> {
  const ages = await storedAges(parts)
  const finishedAt = oldestOf(ages)
  const ofWork = ages.filter((_age, at) => parts[at]?.isFirst)
  const { size } = (await currentPersister()?.storageUse()) ?? { size: null }
  return { finishedAt, workSince: ofWork.length === 0 ? finishedAt : oldestOf(ofWork), size }
}

/** Selects the queries of a pass. */
export async function selectParts(
  parts: readonly PrefetchQuery[],
  requests: ReadonlySet<PrefetchRequest>,
  userId: number,
) {
  const isRequested = (part: AnyQuery) =>
    [...requests].some((request) => typeof request === 'function' && request(part))
  const isAutomatic = isPrefetchOn(userId) && !isMetered()
  const isDue = (at: number | null) =>
    requests.has('due') && isAutomatic && (at === null || Math.abs(Date.now() - at) > FRESH_FOR_MS)
  const ages = await storedAges(parts)
  const canSync = (part: AnyQuery) =>
    part.whole?.changes != null &&
    !requests.has('all') &&
    !(areFiguresChanged(requests) && part.areas.includes('figures'))
  return parts.flatMap((part, at) => {
    // A changed query that is stored is always refetched: the device must not show its data from before the change.
    const mustFetch = requests.has('all') || (isRequested(part) && (isAutomatic || ages[at] !== null))
    const age = ages[at] ?? null
    const isOld = isDue(age)
    const isSyncable = canSync(part) && (isOld ? age !== null && canStay(part, age) : mustFetch)
    return mustFetch || isOld ? [{ part, isDue: !mustFetch, isSyncable, isMissing: age === null }] : []
  })
}
/** Figures change without a change of a record. So the server does not send the rows that show them. */
const areFiguresChanged = (requests: ReadonlySet<PrefetchRequest>) =>
  [...requests].some((request) => typeof request === 'function' && request({ areas: ['figures'] }))
export type SelectedPart = Awaited<ReturnType<typeof selectParts>>[number]

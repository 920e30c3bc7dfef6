import { HISTORY_ACCESS } from '#contract/wire/access.ts'
import type { DataArea } from '#contract/wire/data-areas.ts'
import { companyNow } from '#src/browser/company-clock.ts'
import type { LiveChange } from './live-changes.ts'
import type { LiveRefresh } from './live-refresh.ts'
import { noteDelay } from './live-state.ts'
import type { LiveEvent } from './live-stream.ts'
import type { StoredListSync } from './stored-list-sync.ts'

/** Stands for a `positions` event: all queries with the area `positions` are stale. */
const POSITIONS_CHANGE = { area: 'positions', id: 'all', version: 0 } as const

/** What follows the events of the server. */
interface Followers {
  /** Data in memory. */
  readonly refresh: Pick<LiveRefresh, 'noteChanges' | 'noteOrder'>
  /** The stored lists. */
  readonly syncing: Pick<StoredListSync, 'note' | 'take'>
  /** All other stored data. */
  readonly prefetching: { readonly note: (changed: readonly DataArea[]) => void }
  /** The user's permissions have changed. */
  readonly onAccess: () => void
}

/** A newer server may report changes in areas that this version does not show. */
const isKnown = (change: RowsEvent['changes'][number]): change is LiveChange =>
  Object.hasOwn(HISTORY_ACCESS, change.area)

type RowsEvent = Extract<LiveEvent, { readonly event: 'rows' }>['data']

/** Passes events on. `hasStream`: whether this tab has the stream, and so writes what is stored. */
export function receiveEvents(
  { refresh, syncing, prefetching, onAccess }: Followers,
  events: readonly LiveEvent[],
  hasStream: boolean,
): void {
  const takeRows = ({ lists, position, at, order, ...event }: RowsEvent) => {
    const isPartial = !refresh.noteOrder(order)
    const changes = event.changes.filter(isKnown)
    // The stored lists first: what is on screen may be counted in them.
    if (hasStream && lists) syncing.take({ lists, position, asOf: Date.now() })
    else if (hasStream) syncing.note()
    if (lists) refresh.noteChanges(changes, new Map(lists.map((one) => [one.list, one])), isPartial)
    else refresh.noteChanges(changes.length > 0 ? changes : null)
    // Events that another tab repeats are late.
    if (hasStream) noteDelay(Math.max(0, companyNow() - at))
  }
  const isAll = events.some(({ event }) => event === 'reset')
  const changes = events.flatMap((one) => (one.event === 'change' ? [one.data] : []))
  const noted = events.some(({ event }) => event === 'positions') ? [...changes, POSITIONS_CHANGE] : changes
  if (hasStream && (isAll || changes.length > 0)) syncing.note()
  for (const one of events) if (one.event === 'rows') takeRows(one.data)
  if (isAll || noted.length > 0) refresh.noteChanges(isAll ? null : noted)
  const areas = [...events.flatMap((one) => (one.event === 'rows' ? one.data.changes.filter(isKnown) : [])), ...changes]
  if (hasStream && areas.length > 0) prefetching.note(areas.map(({ area }) => area))
  if (events.some(({ event }) => event === 'access')) onAccess()
}

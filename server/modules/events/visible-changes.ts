import { can, HISTORY_ACCESS, type HistoryArea } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { EVENT_ACCESS, type RecordChange, recordIdOf } from '#contract/wire/events.ts'
import type { HistoryRow } from './event-repository.ts'

const isKnown = (area: string): area is HistoryArea => Object.hasOwn(HISTORY_ACCESS, area)

/** What rows of the history tell: one change for each version of a record, in order. */
export function changesOf(rows: readonly HistoryRow[]): readonly RecordChange[] {
  const changes = new Map<string, RecordChange>()
  for (const { area, record_id, version } of rows) {
    // Another process on this database may be newer, and know more areas.
    if (!isKnown(area)) continue
    changes.set(`${area}/${record_id}/${version}`, { area, id: recordIdOf(area, record_id), version })
  }
  return [...changes.values()]
}

export const maySee = (user: CurrentUser, { area }: RecordChange) => can(user, EVENT_ACCESS[area])

/** What decides about what a person sees, as one text. */
export function viewOf({ role, view_permissions, edit_permissions }: CurrentUser): string {
  return JSON.stringify([role, view_permissions, edit_permissions])
}

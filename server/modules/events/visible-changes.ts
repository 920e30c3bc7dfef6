import { can, HISTORY_ACCESS, type HistoryArea } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { EVENT_ACCESS, type RecordChange, recordIdOf } from '#contract/wire/events.ts'
import type { HistoryRow } from './event-repository.ts'

const isKnown = (area: string): area is HistoryArea => Object.hasOwn(HISTORY_ACCESS, area)

/** Converts history rows to changes: one per version of a record, in order. Indirect changes have no new version. */
export function changesOf(rows: readonly HistoryRow[]): readonly RecordChange[] {
  const changes = new Map<string, RecordChange>()
  for (const { area, record_id, version } of rows) {
    // A newer server process on the same database may write areas that are unknown here.
    if (!isKnown(area) || version === 0) continue
    changes.set(`${area}/${record_id}/${version}`, { area, id: recordIdOf(area, record_id), version })
  }
  return [...changes.values()]
}

export const canSee = (user: CurrentUser, { area }: RecordChange) => can(user, EVENT_ACCESS[area])

/** Role and permissions as one text: equal texts mean equal visibility. */
export function visibilityKey({ role, view_permissions, edit_permissions }: CurrentUser): string {
  return JSON.stringify([role, view_permissions, edit_permissions])
}

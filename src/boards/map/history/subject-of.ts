import type { MapSubject } from '#src/boards/map/items/map-item.ts'
import type { HistorySubject } from './history-subject.ts'

/** Whose past can be asked for of what is on the map; null for a driver whom the vendor does not know. */
export function subjectOf({ of, id, title }: MapSubject): HistorySubject | null {
  if (of.kind !== 'driver') return { kind: of.kind, id, name: title }
  return of.row.gomotive_id === null ? null : { kind: 'driver', id: of.row.gomotive_id, name: title }
}

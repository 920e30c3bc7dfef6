import type { MapSubject } from '#src/boards/map/items/map-item.ts'

/** Whose past is shown. `id` is the vendor's; a driver here carries it as `gomotive_id`. */
export interface HistorySubject {
  readonly kind: 'vehicle' | 'driver' | 'asset'
  readonly id: number
  readonly name: string
}

/** The subject of the history of an item on the map; null for a driver that the vendor does not know. */
export function subjectOf({ of, id, title }: MapSubject): HistorySubject | null {
  if (of.kind !== 'driver') return { kind: of.kind, id, name: title }
  return of.row.gomotive_id === null ? null : { kind: 'driver', id: of.row.gomotive_id, name: title }
}

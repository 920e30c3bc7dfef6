import type { MapSubject } from '#src/boards/map/items/map-item.ts'

/** The driver, vehicle or asset whose history is shown. `id` is the vendor's id; drivers store it as `gomotive_id`. */
export interface HistorySubject {
  readonly kind: 'vehicle' | 'driver' | 'asset'
  readonly id: number
  readonly name: string
}

/** The subject for an item on the map; null for a driver that the vendor does not know. */
export function subjectOf({ of, id, title }: MapSubject): HistorySubject | null {
  if (of.kind !== 'driver') return { kind: of.kind, id, name: title }
  return of.row.gomotive_id === null ? null : { kind: 'driver', id: of.row.gomotive_id, name: title }
}

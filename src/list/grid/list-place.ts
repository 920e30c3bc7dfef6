import type { VirtualItem } from '@tanstack/react-virtual'
import type { RowAtTop } from './row-at-top.ts'

/** Where a person was in a list. */
export interface ListPlace {
  /** How far the page was scrolled, in pixels. */
  readonly top: number
  /** Null when what is above the list was in sight, or what is below it. */
  readonly row: RowAtTop | null
  /** How the cards stood; what was measured holds for the same way alone. */
  readonly layout: string
  readonly sizes: VirtualItem[]
}

/** A list begun anew with every letter would fill this; the oldest places go. */
const MAX_PLACES = 30
const places = new Map<string, ListPlace>()

/** For as long as the app is open. `list` names the person, the list, its order and what it is narrowed to. */
export function rememberPlace(list: string, place: ListPlace): void {
  places.delete(list)
  places.set(list, place)
  for (const oldest of places.keys()) {
    if (places.size <= MAX_PLACES) return
    places.delete(oldest)
  }
}

export function placeIn(list: string): ListPlace | null {
  return places.get(list) ?? null
}

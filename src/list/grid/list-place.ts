import type { VirtualItem } from '@tanstack/react-virtual'
import type { RowAtTop } from './row-at-top.ts'

/** A user's scroll position in a list. */
export interface ListPlace {
  /** The page's scroll offset, in pixels. */
  readonly top: number
  /** The row at the window's top; null when the top was above or below the list. */
  readonly row: RowAtTop | null
  /** The columns and the card width. `sizes` is only valid for the same layout. */
  readonly layout: string
  readonly sizes: VirtualItem[]
}

/** A search creates a new list with every letter. The oldest positions are dropped. */
const MAX_PLACES = 30
const places = new Map<string, ListPlace>()

/**
 * Remembers a position for as long as the app is open. `list` names the user, the list, its sort order, filter and
 * search.
 */
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

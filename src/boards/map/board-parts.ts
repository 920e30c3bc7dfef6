import type { RefObject } from 'react'
import type { MapItem } from './items/map-item.ts'
import type { MapSearch, MapTab } from './map-search.ts'

/** Changes a part of the current URL. `replace`: replaces the current entry of the browser's history. */
export type ChangeSearch = (
  changed: Partial<MapSearch> | ((search: MapSearch) => Partial<MapSearch>),
  how?: { readonly replace: boolean },
) => void
export const REPLACE = { replace: true } as const

/** Search values without a history: no days and no selected period. */
export const NO_HISTORY = {
  history: undefined,
  period: undefined,
  from: undefined,
  to: undefined,
} as const satisfies Partial<MapSearch>

/** Search values without a selected item, and so without its history. */
export const NOTHING_PICKED = { ...NO_HISTORY, at: undefined, follow: undefined } as const satisfies Partial<MapSearch>

/** The shared props of the board's two views: the live positions and the history of one item. */
export interface BoardProps {
  readonly search: MapSearch
  readonly change: ChangeSearch
  readonly items: readonly MapItem[]
  readonly item: MapItem | null
  readonly tab: MapTab
  /** Closes the card or the history. Escape does the same. */
  readonly onClose: () => void
  /** The element with the list, the map and the card. */
  readonly board: RefObject<HTMLElement | null>
}

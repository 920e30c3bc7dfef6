import type { RefObject } from 'react'
import type { MapItem } from './items/map-item.ts'
import type { MapSearch, MapTab } from './map-search.ts'

/** Says anew a part of what the address says by then; `replace`: in place of what it says. */
export type ChangeSearch = (
  changed: Partial<MapSearch> | ((said: MapSearch) => Partial<MapSearch>),
  how?: { readonly replace: boolean },
) => void
export const REPLACE = { replace: true } as const

/** The days, and what of them is looked at, are no longer. */
export const NO_HISTORY = {
  history: undefined,
  period: undefined,
  from: undefined,
  to: undefined,
} as const satisfies Partial<MapSearch>

/** Nothing is picked, and so nothing of it is looked at. */
export const NOTHING_PICKED = { ...NO_HISTORY, at: undefined, follow: undefined } as const satisfies Partial<MapSearch>

/** What both faces of the board are given: where everything is, and where something was. */
export interface BoardProps {
  readonly search: MapSearch
  readonly change: ChangeSearch
  readonly items: readonly MapItem[]
  readonly item: MapItem | null
  readonly tab: MapTab
  /** Closes what is open: the card, or the history. Escape does so too. */
  readonly onClose: () => void
  /** The list, the map and what stands over it. */
  readonly board: RefObject<HTMLElement | null>
}

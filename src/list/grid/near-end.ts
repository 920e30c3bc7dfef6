/** The share of the page from which the next page of rows is fetched. */
export const NEAR_END = 0.8
/** Milliseconds between two checks while the user scrolls. */
export const THROTTLE_MS = 150

/** The scroll position of the page, in pixels. */
export interface ScrollPlace {
  readonly top: number
  /** The height of the window. */
  readonly window: number
  /** The height of the whole page. */
  readonly page: number
}

/** Whether the window is close enough to the page's end to fetch more rows. A page that fits the window always is. */
export function isNearEnd({ top, window, page }: ScrollPlace): boolean {
  return top + window >= page * NEAR_END
}

/** The next page is fetched when the reader is this far down. */
export const NEAR_END = 0.8
/** How often scrolling is looked at, in milliseconds. */
export const THROTTLE_MS = 150

/** Where a page is scrolled to, in pixels. */
export interface ScrollPlace {
  readonly top: number
  /** The height of the window. */
  readonly window: number
  /** The height of the whole page. */
  readonly page: number
}

/** Whether the reader is near enough to the end for the next page; a page that fits the window always is. */
export function isNearEnd({ top, window, page }: ScrollPlace): boolean {
  return top + window >= page * NEAR_END
}

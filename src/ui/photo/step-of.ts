/** Lines that PageUp and PageDown go over. */
const PAGE = 8

/** Where a key leads in a list of `count` lines; null for a key that leads nowhere. */
export function stepOf(key: string, at: number, count: number): number | null {
  const to = new Map([
    ['ArrowDown', at + 1],
    ['ArrowUp', at - 1],
    ['PageDown', at + PAGE],
    ['PageUp', at - PAGE],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key)
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to))
}

import type { ScheduleItem } from '../schedule-items.ts'

/** In pixels, the same as in `schedule-lines.module.css`. */
export const GROUP_HEIGHT = 36
export const LINE_HEIGHT = 44
export const TOUCH_LINE_HEIGHT = 52

/** Height of a line. `lineHeight` is the height of a driver's line. */
export function heightOf(item: ScheduleItem | undefined, lineHeight: number): number {
  return item?.kind === 'dispatcher' ? GROUP_HEIGHT : lineHeight
}

/** Top of a driver's line, in pixels from the top of the first line; 0 when no line shows the driver. */
export function topOfDriver(items: readonly ScheduleItem[], driver: number, lineHeight: number): number {
  let top = 0
  for (const item of items) {
    if (item.kind === 'driver' && item.driver.id === driver) return top
    top += heightOf(item, lineHeight)
  }
  return 0
}

/** Bottom of a driver's line, in pixels from the top of the first line. */
export function bottomOfDriver(items: readonly ScheduleItem[], driver: number, lineHeight: number): number {
  return topOfDriver(items, driver, lineHeight) + lineHeight
}

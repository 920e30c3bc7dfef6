import type { ScheduleItem } from '../schedule-items.ts'

/** Pixels, as in `schedule-lines.module.css`. */
export const GROUP_HEIGHT = 36
export const LINE_HEIGHT = 44
export const LINE_HEIGHT_FOR_FINGERS = 52

/** How tall a line is; `lineHeight` is that of a driver. */
export function heightOf(item: ScheduleItem | undefined, lineHeight: number): number {
  return item?.kind === 'dispatcher' ? GROUP_HEIGHT : lineHeight
}

/** Where a driver's line begins, in pixels below the first line; 0 when the driver is not there. */
export function topOfDriver(items: readonly ScheduleItem[], driver: number, lineHeight: number): number {
  let top = 0
  for (const item of items) {
    if (item.kind === 'driver' && item.driver.id === driver) return top
    top += heightOf(item, lineHeight)
  }
  return 0
}

/** Where a driver's line ends. */
export function bottomOfDriver(items: readonly ScheduleItem[], driver: number, lineHeight: number): number {
  return topOfDriver(items, driver, lineHeight) + lineHeight
}

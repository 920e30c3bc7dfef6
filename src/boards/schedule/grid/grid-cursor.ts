import { DAYS_IN_WEEK } from '#src/format/week.ts'
import type { ScheduleItem } from '../schedule-items.ts'

/**
 * The cell that the keyboard is on: a column and a driver, by id so that the cursor survives added and removed rows.
 */
export interface Cursor {
  readonly driver: number
  readonly column: number
}

/** Number of drivers that Page Up and Page Down move by. */
const PAGE = 10
export const LAST_COLUMN = DAYS_IN_WEEK - 1

/** Index of a driver's line; -1 when no line shows the driver. */
export function indexOfDriver(items: readonly ScheduleItem[], driver: number): number {
  return items.findIndex((item) => item.kind === 'driver' && item.driver.id === driver)
}

/** The cursor; the first driver's first cell when the cursor is null or its driver is not listed anymore. */
export function cursorOrFirst(items: readonly ScheduleItem[], cursor: Cursor | null): Cursor | null {
  if (cursor && indexOfDriver(items, cursor.driver) >= 0) return cursor
  const first = items.find((item) => item.kind === 'driver')
  return first ? { driver: first.driver.id, column: 0 } : null
}

function driverBy(items: readonly ScheduleItem[], from: number, steps: number): number | null {
  const way = Math.sign(steps)
  let stepsLeft = Math.abs(steps)
  let found: number | null = null
  for (let index = from + way; stepsLeft > 0 && index >= 0 && index < items.length; index += way) {
    const item = items[index]
    if (item?.kind !== 'driver') continue
    found = item.driver.id
    stepsLeft -= 1
  }
  return found
}

/**
 * Where a key moves the cursor; null when the key does not move it. Arrows move by one, Home and End to the ends of the
 * week (with Control, of the whole grid), Page Up and Down by ten drivers. Headings are skipped. At an edge the cursor
 * stays.
 */
export function moveCursor(
  items: readonly ScheduleItem[],
  cursor: Cursor,
  key: string,
  withControl: boolean,
): Cursor | null {
  const at = indexOfDriver(items, cursor.driver)
  const rows = (steps: number): Cursor => ({ ...cursor, driver: driverBy(items, at, steps) ?? cursor.driver })
  const column = (to: number): Cursor => ({ ...cursor, column: Math.min(LAST_COLUMN, Math.max(0, to)) })
  switch (key) {
    case 'ArrowDown':
      return rows(1)
    case 'ArrowUp':
      return rows(-1)
    case 'PageDown':
      return rows(PAGE)
    case 'PageUp':
      return rows(-PAGE)
    case 'ArrowRight':
      return column(cursor.column + 1)
    case 'ArrowLeft':
      return column(cursor.column - 1)
    case 'Home':
      return { ...(withControl ? rows(-items.length) : cursor), column: 0 }
    case 'End':
      return { ...(withControl ? rows(items.length) : cursor), column: LAST_COLUMN }
    default:
      return null
  }
}

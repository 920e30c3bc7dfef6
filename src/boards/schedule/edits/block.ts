import type { Cursor } from '#src/boards/schedule/grid/grid-cursor.ts'
import { driverIds, type ScheduleItem } from '../schedule-items.ts'

/** Two corners of a selection: `anchor` is where the selection began, `head` is where the keyboard or pointer is. */
export interface Range {
  readonly anchor: Cursor
  readonly head: Cursor
}

/** A rectangle of cells: driver ids in screen order, and the first and last column, both included. */
export interface Block {
  readonly drivers: readonly number[]
  readonly first: number
  readonly last: number
}

/**
 * The cells between two corners; headings between them are skipped. Null when a corner's driver is not listed anymore.
 */
export function blockOf(items: readonly ScheduleItem[], { anchor, head }: Range): Block | null {
  const drivers = driverIds(items)
  const rows = [drivers.indexOf(anchor.driver), drivers.indexOf(head.driver)].sort((a, b) => a - b)
  const [top = -1, bottom = -1] = rows
  if (top < 0) return null
  return {
    drivers: drivers.slice(top, bottom + 1),
    first: Math.min(anchor.column, head.column),
    last: Math.max(anchor.column, head.column),
  }
}

/** Number of cells. */
export const cellCount = ({ drivers, first, last }: Block): number => drivers.length * (last - first + 1)

/**
 * A block with the same first cell and the requested size. Rows end at the last driver on screen; columns are not
 * limited to the week.
 */
export function resized(items: readonly ScheduleItem[], block: Block, rows: number, columns: number): Block {
  const drivers = driverIds(items)
  const top = drivers.indexOf(block.drivers[0] ?? -1)
  return { drivers: drivers.slice(top, top + rows), first: block.first, last: block.first + columns - 1 }
}

/**
 * The block for a fill handle dragged from `source` to a cell. It grows vertically or sideways, whichever is farther.
 */
export function extendedTo(items: readonly ScheduleItem[], source: Block, { driver, column }: Cursor): Block {
  const drivers = driverIds(items)
  const top = drivers.indexOf(source.drivers[0] ?? -1)
  const bottom = top + source.drivers.length - 1
  const row = drivers.indexOf(driver)
  const far = (at: number, least: number, most: number) => Math.max(least - at, at - most, 0)
  if (far(row, top, bottom) >= far(column, source.first, source.last) && row >= 0) {
    return { ...source, drivers: drivers.slice(Math.min(top, row), Math.max(bottom, row) + 1) }
  }
  return { ...source, first: Math.min(source.first, column), last: Math.max(source.last, column) }
}

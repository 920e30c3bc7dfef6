import type { Cursor } from '#src/boards/schedule/grid/grid-cursor.ts'
import { driverIds, type ScheduleItem } from '../schedule-items.ts'

/** Two corners of what is selected: where it began, and where the keyboard or pointer stands. */
export interface Range {
  readonly anchor: Cursor
  readonly head: Cursor
}

/** A rectangle of cells: drivers by id in the order of the screen, and columns, both ends included. */
export interface Block {
  readonly drivers: readonly number[]
  readonly first: number
  readonly last: number
}

/** The cells between two corners; headings between them are stepped over. Null when one of its drivers has left. */
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

/** How many cells it has. */
export const sizeOf = ({ drivers, first, last }: Block): number => drivers.length * (last - first + 1)

/** The same block with so many rows and columns from its first cell, as far as the screen's drivers and days reach. */
export function resized(items: readonly ScheduleItem[], block: Block, rows: number, columns: number): Block {
  const drivers = driverIds(items)
  const top = drivers.indexOf(block.drivers[0] ?? -1)
  return { drivers: drivers.slice(top, top + rows), first: block.first, last: block.first + columns - 1 }
}

/** The block that a fill handle pulled from `source` to a cell covers: grown one way, down or to the side, whichever is farther. */
export function pulledTo(items: readonly ScheduleItem[], source: Block, { driver, column }: Cursor): Block {
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

import type { ScheduleDay, ScheduleDriver } from '#contract/boards/schedule.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import type { DayTarget, RowEdit, WantedDay } from '#src/areas/schedule/day/day-edit.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { dayOn, driverIds, driverIn, type ScheduleItem } from '../schedule-items.ts'
import { type Block, cellCount, resized } from './block.ts'
import { parseCell } from './cell-text.ts'

/** The grid on screen: its lines, and the dates of its columns. */
export interface VisibleGrid {
  readonly items: readonly ScheduleItem[]
  readonly dates: readonly IsoDay[]
  /** Returns the current state of a day on screen, which can be newer than `drawn`. Default: `drawn`. */
  readonly currentDay?: (driver: number, date: IsoDay, drawn: ScheduleDay | null) => ScheduleDay | null
}

function dayOf({ currentDay }: VisibleGrid, driver: ScheduleDriver, date: IsoDay): ScheduleDay | null {
  const drawn = dayOn(driver, date)
  return currentDay ? currentDay(driver.id, date, drawn) : drawn
}

/** The current days of a block, row by row. */
export function daysIn(grid: VisibleGrid, { drivers, first, last }: Block): (ScheduleDay | null)[][] {
  return drivers.map((id) => {
    const driver = driverIn(grid.items, id)
    return grid.dates.slice(first, last + 1).map((date) => driver && dayOf(grid, driver, date))
  })
}

/** Returns the new content of a cell. Row and column are counted from the block's first cell. */
type WantedAt = (was: ScheduleDay | null, row: number, column: number) => Pick<DayTarget, 'to' | 'untouched'>

/** The edits that give each cell of a block its new content, one edit per row. */
function editsOf(grid: VisibleGrid, { drivers, first, last }: Block, wantedAt: WantedAt): readonly RowEdit[] {
  return drivers.flatMap((id, row) => {
    const driver = driverIn(grid.items, id)
    if (!driver) return []
    const targets = grid.dates.slice(first, last + 1).map((date, column) => {
      const was = dayOf(grid, driver, date)
      return { date, was, ...wantedAt(was, row, column) }
    })
    return [{ driver: { id, name: fullName(driver.user) }, targets }]
  })
}

/** Sets one status in all cells and keeps their descriptions. */
export function statusEdits(grid: VisibleGrid, block: Block, status: DutyStatus): readonly RowEdit[] {
  return editsOf(grid, block, (was) => ({
    to: { status, description: was?.description ?? '' },
    untouched: 'description',
  }))
}

/** Clears all cells. */
export function clearEdits(grid: VisibleGrid, block: Block): readonly RowEdit[] {
  return editsOf(grid, block, () => ({ to: null }))
}

const wantedOf = (day: ScheduleDay | null): WantedDay | null =>
  day && { status: day.status, description: day.description }

/** Repeats the days of `source` over `block`. The block starts at the source or contains the source. */
export function repeatEdits(grid: VisibleGrid, source: Block, block: Block): readonly RowEdit[] {
  const days = daysIn(grid, source)
  const rows = days.length
  const columns = source.last - source.first + 1
  const shift = (at: number, by: number, of: number) => (((at - by) % of) + of) % of
  const down = block.drivers.indexOf(source.drivers[0] ?? -1)
  return editsOf(grid, block, (_was, row, column) => {
    const day = days[shift(row, down, rows)]?.[shift(column, source.first - block.first, columns)]
    return { to: wantedOf(day ?? null) }
  })
}

/**
 * Fills a block from its first row or column. A block of one row or column is filled from the row above or column to
 * the left.
 */
export function fillEdits(grid: VisibleGrid, block: Block, way: 'down' | 'right'): readonly RowEdit[] {
  if (way === 'right') {
    const from = block.last > block.first ? block.first : block.first - 1
    if (from < 0) return []
    const wide = { ...block, first: from }
    return repeatEdits(grid, { ...wide, last: from }, wide)
  }
  const drivers = driverIds(grid.items)
  const top = drivers.indexOf(block.drivers[0] ?? -1)
  const from = block.drivers.length > 1 ? top : top - 1
  if (from < 0) return []
  const tall = { ...block, drivers: drivers.slice(from, top + block.drivers.length) }
  return repeatEdits(grid, { ...tall, drivers: tall.drivers.slice(0, 1) }, tall)
}

/** The edits of a paste and the block it fills, or the reason why nothing can be pasted. */
export type PasteResult = { readonly edits: readonly RowEdit[]; readonly block: Block } | { readonly trouble: string }

/**
 * Pastes spreadsheet cells. Cells that divide the block evenly, such as a single cell, are repeated over the whole
 * block; other cells are written from the block's first cell on. All or nothing: a cell that is not a status, or a lack
 * of room, returns a text with the reason.
 */
export function pasteEdits(grid: VisibleGrid, block: Block, cells: readonly (readonly string[])[]): PasteResult {
  const rows = cells.length
  const columns = Math.max(...cells.map((row) => row.length))
  const [tall, wide] = [block.drivers.length, block.last - block.first + 1]
  const repeats = cellCount(block) > rows * columns && tall % rows === 0 && wide % columns === 0
  const onto = repeats ? block : resized(grid.items, block, rows, columns)
  const room = grid.dates.length - block.first
  if (!repeats && columns > room) return { trouble: noRoom(columns, 'day', room) }
  if (onto.drivers.length < rows && !repeats) return { trouble: noRoom(rows, 'driver', onto.drivers.length) }
  const wanted: (WantedDay | null)[][] = []
  for (const [row, line] of cells.entries()) {
    wanted.push([])
    for (let column = 0; column < columns; column += 1) {
      const cell = parseCell(line[column] ?? '')
      if ('trouble' in cell)
        return { trouble: `Row ${row + 1}, column ${column + 1}: ${cell.trouble} Nothing was pasted.` }
      wanted[row]?.push(cell.wanted)
    }
  }
  const edits = editsOf(grid, onto, (_was, row, column) => ({ to: wanted[row % rows]?.[column % columns] ?? null }))
  return { edits, block: onto }
}

function noRoom(count: number, noun: 'day' | 'driver', room: number): string {
  const [size, back] = noun === 'day' ? ['wide', 'further left'] : ['tall', 'further up']
  return `The block is ${count} ${noun}s ${size}, and there is room for ${room}. Begin ${back}, or copy less. Nothing was pasted.`
}

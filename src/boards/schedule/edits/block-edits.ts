import type { ScheduleDay, ScheduleDriver } from '#contract/boards/schedule.ts'
import type { DutyStatus } from '#contract/people/driver-choices.ts'
import { fullName } from '#contract/wire/people.ts'
import type { DayTarget, DayWanted, RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { dayOn, driverIds, driverIn, type ScheduleItem } from '../schedule-items.ts'
import { type Block, resized, sizeOf } from './block.ts'
import { cellOf } from './cell-text.ts'

/** What is on screen: the lines, and the days of the columns. */
export interface Sheet {
  readonly items: readonly ScheduleItem[]
  readonly dates: readonly IsoDay[]
  /** How a day that is on screen stands by now; as it is drawn unless said. */
  readonly now?: (driver: number, date: IsoDay, drawn: ScheduleDay | null) => ScheduleDay | null
}

function dayOf({ now }: Sheet, driver: ScheduleDriver, date: IsoDay): ScheduleDay | null {
  const drawn = dayOn(driver, date)
  return now ? now(driver.id, date, drawn) : drawn
}

/** How each cell of a block stands, row by row. */
export function daysIn(sheet: Sheet, { drivers, first, last }: Block): (ScheduleDay | null)[][] {
  return drivers.map((id) => {
    const driver = driverIn(sheet.items, id)
    return sheet.dates.slice(first, last + 1).map((date) => driver && dayOf(sheet, driver, date))
  })
}

/** What each cell of a block shall be; row and column are counted from the block's first cell. */
type WantedAt = (was: ScheduleDay | null, row: number, column: number) => Pick<DayTarget, 'to' | 'untouched'>

/** The edits that give the cells of a block what is wanted, a row each. */
function editsOf(sheet: Sheet, { drivers, first, last }: Block, wantedAt: WantedAt): readonly RowEdit[] {
  return drivers.flatMap((id, row) => {
    const driver = driverIn(sheet.items, id)
    if (!driver) return []
    const targets = sheet.dates.slice(first, last + 1).map((date, column) => {
      const was = dayOf(sheet, driver, date)
      return { date, was, ...wantedAt(was, row, column) }
    })
    return [{ driver: { id, name: fullName(driver.user) }, targets }]
  })
}

/** Gives all cells one status; descriptions stay. */
export function statusEdits(sheet: Sheet, block: Block, status: DutyStatus): readonly RowEdit[] {
  return editsOf(sheet, block, (was) => ({
    to: { status, description: was?.description ?? '' },
    untouched: 'description',
  }))
}

/** Clears all cells. */
export function clearEdits(sheet: Sheet, block: Block): readonly RowEdit[] {
  return editsOf(sheet, block, () => ({ to: null }))
}

const wantedOf = (day: ScheduleDay | null): DayWanted | null =>
  day && { status: day.status, description: day.description }

/** Repeats what `source` holds over the block, which begins where the source does, or holds it. */
export function repeatEdits(sheet: Sheet, source: Block, block: Block): readonly RowEdit[] {
  const days = daysIn(sheet, source)
  const rows = days.length
  const columns = source.last - source.first + 1
  const shift = (at: number, by: number, of: number) => (((at - by) % of) + of) % of
  const down = block.drivers.indexOf(source.drivers[0] ?? -1)
  return editsOf(sheet, block, (_was, row, column) => {
    const day = days[shift(row, down, rows)]?.[shift(column, source.first - block.first, columns)]
    return { to: wantedOf(day ?? null) }
  })
}

/** Fills a block from its first row or column; one that has no other takes the row above, or the column to the left. */
export function fillEdits(sheet: Sheet, block: Block, way: 'down' | 'right'): readonly RowEdit[] {
  if (way === 'right') {
    const from = block.last > block.first ? block.first : block.first - 1
    if (from < 0) return []
    const wide = { ...block, first: from }
    return repeatEdits(sheet, { ...wide, last: from }, wide)
  }
  const drivers = driverIds(sheet.items)
  const top = drivers.indexOf(block.drivers[0] ?? -1)
  const from = block.drivers.length > 1 ? top : top - 1
  if (from < 0) return []
  const tall = { ...block, drivers: drivers.slice(from, top + block.drivers.length) }
  return repeatEdits(sheet, { ...tall, drivers: tall.drivers.slice(0, 1) }, tall)
}

/** What pasting does, or why nothing of it can be done. */
export type Pasting = { readonly edits: readonly RowEdit[]; readonly block: Block } | { readonly trouble: string }

/**
 * Cells of a spreadsheet put over a block: one cell, or as many as go into the block evenly, are repeated over all of it;
 * else they are laid down from the block's first cell. All of it or nothing: what is no status, or has no room, is named.
 */
export function pasteEdits(sheet: Sheet, block: Block, cells: readonly (readonly string[])[]): Pasting {
  const rows = cells.length
  const columns = Math.max(...cells.map((row) => row.length))
  const [tall, wide] = [block.drivers.length, block.last - block.first + 1]
  const repeats = sizeOf(block) > rows * columns && tall % rows === 0 && wide % columns === 0
  const onto = repeats ? block : resized(sheet.items, block, rows, columns)
  const room = sheet.dates.length - block.first
  if (!repeats && columns > room) return { trouble: noRoom(columns, 'day', room) }
  if (onto.drivers.length < rows && !repeats) return { trouble: noRoom(rows, 'driver', onto.drivers.length) }
  const wanted: (DayWanted | null)[][] = []
  for (const [row, line] of cells.entries()) {
    wanted.push([])
    for (let column = 0; column < columns; column += 1) {
      const cell = cellOf(line[column] ?? '')
      if ('trouble' in cell)
        return { trouble: `Row ${row + 1}, column ${column + 1}: ${cell.trouble} Nothing was pasted.` }
      wanted[row]?.push(cell.wanted)
    }
  }
  const edits = editsOf(sheet, onto, (_was, row, column) => ({ to: wanted[row % rows]?.[column % columns] ?? null }))
  return { edits, block: onto }
}

function noRoom(given: number, what: 'day' | 'driver', room: number): string {
  const [size, back] = what === 'day' ? ['wide', 'further left'] : ['tall', 'further up']
  return `What was copied is ${given} ${what}s ${size}, and from here there is room for ${room}. Begin ${back}, or copy less. Nothing was pasted.`
}

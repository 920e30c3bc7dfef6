import { describe, expect, test } from 'vitest'
import type { ScheduleDay } from '#contract/boards/schedule.ts'
import type { RowEdit } from '#src/areas/schedule/day/day-edit.ts'
import { type Block, blockOf, cellCount, extendedTo, resized } from '#src/boards/schedule/edits/block.ts'
import {
  clearEdits,
  daysIn,
  fillEdits,
  pasteEdits,
  repeatEdits,
  statusEdits,
} from '#src/boards/schedule/edits/block-edits.ts'
import { cellText } from '#src/boards/schedule/edits/cell-text.ts'
import { editWords } from '#src/boards/schedule/edits/edit-words.ts'
import { scheduleItems } from '#src/boards/schedule/schedule-items.ts'
import { daysFrom } from '#src/format/calendar.ts'
import { aDay, aScheduleRow } from '#tests/src/areas/schedule/schedule-builders.ts'

const dates = daysFrom('2026-11-21', 7)
const STATUSES = { V: 'on_vacation', R: 'on_the_road', F: 'firing_process', L: 'detention__layover' } as const
/** A week in letters: "V" for Vacation, "Vx" with a description, "." for nothing planned. */
function week(driver: number, letters: string): ScheduleDay[] {
  return letters.split(' ').flatMap((cell, at) => {
    const status = STATUSES[cell[0] as keyof typeof STATUSES]
    const date = dates[at] ?? ''
    return status ? [aDay({ id: driver * 10 + at, driver, date, status, description: cell.slice(1) })] : []
  })
}
const items = scheduleItems(
  [
    aScheduleRow({ id: 12, name: 'Maria Lopez' }, week(12, 'Va R . . . . .')),
    aScheduleRow({ id: 13, name: 'Joe Hall' }, week(13, '. F . . . . L'), { id: 2, name: 'Hank Dubois' }),
    aScheduleRow({ id: 14, name: 'Luis Nowak' }, week(14, 'R . . . . . .'), null),
  ],
  '',
  dates,
)
const sheet = { items, dates }
const block = (drivers: readonly number[], first: number, last = first): Block => ({ drivers, first, last })
const short = (text: string) =>
  text.replace('On The Road', 'R').replace('Vacation', 'V').replace('Firing', 'F').replace('Detention / Layover', 'L')
/** The result of edits in the letters of `week`, by driver, from the first edited day on. */
const shape = (edits: readonly RowEdit[]) =>
  Object.fromEntries(
    edits.map(({ driver, targets }) => [
      driver.id,
      targets.map(({ to }) => (to ? short(cellText(to)).replace(': ', '') : '.')).join(' '),
    ]),
  )
const from = (edits: readonly RowEdit[]) => edits[0]?.targets[0]?.date

describe('a block', () => {
  test('reaches from corner to corner in any direction, across the headings of dispatchers', () => {
    const range = { anchor: { driver: 14, column: 4 }, head: { driver: 12, column: 2 } }
    expect(blockOf(items, range)).toEqual(block([12, 13, 14], 2, 4))
    expect(cellCount(block([12, 13, 14], 2, 4))).toBe(9)
  })
  test('is null if a driver at one of its corners is gone', () => {
    expect(blockOf(items, { anchor: { driver: 99, column: 0 }, head: { driver: 12, column: 0 } })).toBeNull()
    expect(blockOf(items, { anchor: { driver: 12, column: 0 }, head: { driver: 99, column: 0 } })).toBeNull()
  })
  test('of another size begins at the same cell and ends at the last driver', () => {
    expect(resized(items, block([13], 2), 2, 3)).toEqual(block([13, 14], 2, 4))
    expect(resized(items, block([14], 2), 5, 1).drivers).toEqual([14])
  })
  test.each([
    ['down', { driver: 14, column: 2 }, block([13, 14], 2, 3)],
    ['up', { driver: 12, column: 3 }, block([12, 13], 2, 3)],
    ['right', { driver: 13, column: 6 }, block([13], 2, 6)],
    ['left', { driver: 13, column: 0 }, block([13], 0, 3)],
    ['in the direction of the longer distance', { driver: 14, column: 6 }, block([13], 2, 6)],
    ['down if both distances are equal', { driver: 14, column: 4 }, block([13, 14], 2, 3)],
    ['nowhere', { driver: 13, column: 2 }, block([13], 2, 3)],
    ['to the side if the driver is gone', { driver: 99, column: 4 }, block([13], 2, 4)],
  ])('is extended %s', (_, to, pulled) => {
    expect(extendedTo(items, block([13], 2, 3), to)).toEqual(pulled)
  })
  test('contains its days row by row', () => {
    const days = daysIn(sheet, block([12, 13], 0, 1))
    expect(days.map((row) => row.map((day) => day?.status ?? null))).toEqual([
      ['on_vacation', 'on_the_road'],
      [null, 'firing_process'],
    ])
  })
})

describe('editing a block', () => {
  test('sets one status and keeps descriptions', () => {
    const edits = statusEdits(sheet, block([12, 13], 0, 1), 'firing_process')
    expect(shape(edits)).toEqual({ 12: 'Fa F', 13: 'F F' })
    expect(edits[0]).toMatchObject({ driver: { id: 12, name: 'Maria Lopez' }, targets: [{ was: { id: 120 } }, {}] })
  })
  test('clears its days', () => {
    expect(shape(clearEdits(sheet, block([12], 0, 2)))).toEqual({ 12: '. . .' })
  })
})

describe('filling', () => {
  test.each([
    ['down from its first row', block([12, 13, 14], 0, 1), 'down', { 12: 'Va R', 13: 'Va R', 14: 'Va R' }],
    ['right from its first column', block([12, 13], 0, 2), 'right', { 12: 'Va Va Va', 13: '. . .' }],
    ['down into one cell from the one above', block([13], 0), 'down', { 12: 'Va', 13: 'Va' }],
    ['down into one row from the one above', block([14], 0, 1), 'down', { 13: '. F', 14: '. F' }],
    ['right into one cell from the one to the left', block([13], 2), 'right', { 13: 'F F' }],
    ['right into one column', block([12, 13], 2), 'right', { 12: 'R R', 13: 'F F' }],
    ['down at the top edge does nothing', block([12], 3), 'down', {}],
    ['right at the left edge does nothing', block([12, 13], 0), 'right', {}],
  ] as const)('%s', (_, on, way, expected) => {
    expect(shape(fillEdits(sheet, on, way))).toEqual(expected)
  })
})

describe('repeating a pattern', () => {
  test.each([
    ['to the right', block([12], 0, 1), block([12], 0, 6), { 12: 'Va R Va R Va R Va' }],
    ['to the left, continuing it backward', block([12], 1, 2), block([12], 0, 2), { 12: '. R .' }],
    ['down', block([12, 13], 0), block([12, 13, 14], 0), { 12: 'Va', 13: '.', 14: 'Va' }],
    [
      'up, continuing it backward',
      block([13, 14], 0, 1),
      block([12, 13, 14], 0, 1),
      { 12: 'R .', 13: '. F', 14: 'R .' },
    ],
  ])('%s', (_, source, on, expected) => {
    expect(shape(repeatEdits(sheet, source, on))).toEqual(expected)
  })
})

describe('pasting', () => {
  const paste = (on: Block, ...rows: readonly (readonly string[])[]) => pasteEdits(sheet, on, rows)
  const editsOf = (pasting: ReturnType<typeof pasteEdits>) => ('edits' in pasting ? pasting.edits : [])

  test('fills the whole block with one cell', () => {
    expect(shape(editsOf(paste(block([12, 13], 0, 2), ['Vacation: x'])))).toEqual({ 12: 'Vx Vx Vx', 13: 'Vx Vx Vx' })
  })
  test('repeats cells that fit into the block evenly', () => {
    const pasting = paste(block([12, 13], 1, 4), ['Vacation', 'Firing'])
    expect(shape(editsOf(pasting))).toEqual({ 12: 'V F V F', 13: 'V F V F' })
    expect(pasting).toMatchObject({ block: block([12, 13], 1, 4) })
  })
  test('writes other cells once from the first cell, even beyond the block', () => {
    const pasting = paste(block([12, 13], 1, 3), ['Vacation', 'Firing'])
    expect(shape(editsOf(pasting))).toEqual({ 12: 'V F' })
    expect(from(editsOf(pasting))).toBe(dates[1])
    const wider = paste(block([13], 5), ['Road', ''], ['', 'Road'])
    expect(shape(editsOf(wider))).toEqual({ 13: 'R .', 14: '. R' })
    expect(wider).toMatchObject({ block: block([13, 14], 5, 6) })
  })
  test('clears the missing cells of shorter rows', () => {
    expect(shape(editsOf(paste(block([12], 0), ['Firing', 'Firing'], ['Road'])))).toEqual({ 12: 'F F', 13: 'R .' })
  })
  test.each([
    ['days', block([12], 6), [['Road', 'Road']], /2 days wide, and there is room for 1\. .*further left/],
    ['drivers', block([14], 0), [['Road'], ['Road']], /2 drivers tall, and there is room for 1\. .*further up/],
  ])('without room for the %s does nothing, and explains why', (_, on, cells, why) => {
    expect(pasteEdits(sheet, on, cells)).toEqual({ trouble: expect.stringMatching(why) })
  })
  test('does nothing if a cell is not a status, and names that cell', () => {
    expect(paste(block([12], 0), ['Road', 'Road'], ['Vacation', 'asleep'])).toEqual({
      trouble: expect.stringMatching(/^Row 2, column 2: “asleep” is not a status.*Nothing was pasted\.$/),
    })
  })
})

describe('the words of an edit', () => {
  test.each([
    ['one day', statusEdits(sheet, block([12], 0), 'firing_process'), 'Maria Lopez, Sat 11/21/26: Firing'],
    ['one day cleared', clearEdits(sheet, block([12], 0)), 'Maria Lopez, Sat 11/21/26: Nothing planned'],
    ['days of one driver', statusEdits(sheet, block([12], 0, 2), 'on_vacation'), '3 days of Maria Lopez: Vacation'],
    ['days of several drivers', clearEdits(sheet, block([12, 13], 0, 1)), '4 days of 2 drivers: Nothing planned'],
    ['days that differ', fillEdits(sheet, block([12, 13], 0, 1), 'down'), '4 days of 2 drivers: changed'],
  ])('describe %s', (_, edits, words) => {
    expect(editWords(edits)).toBe(words)
  })
  test('contain a new description, and what was done if that is given', () => {
    const [edit] = statusEdits(sheet, block([13], 0), 'on_vacation')
    const noted = {
      ...edit!,
      targets: edit!.targets.map((one) => ({ ...one, to: { ...one.to!, description: 'Home' } })),
    }
    expect(editWords([noted])).toBe('Joe Hall, Sat 11/21/26: Vacation: Home')
    expect(editWords(clearEdits(sheet, block([12, 13], 0, 1)), 'pasted')).toBe('4 days of 2 drivers: pasted')
    expect(editWords([], 'pasted')).toBe('pasted')
  })
})

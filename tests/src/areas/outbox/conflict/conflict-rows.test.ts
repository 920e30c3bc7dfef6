import { beforeAll, describe, expect, test } from 'vitest'
import { conflictRows, fieldsWithoutConflict } from '#src/areas/outbox/conflict/conflict-rows.ts'
import { registerCommands } from '#src/offline/outbox/outbox.ts'
import { aConflict, anEntry, changeUnit, statusProblem } from '#tests/src/areas/outbox/a-change.ts'

beforeAll(() => registerCommands([changeUnit]))

const greg = { id: 4, first_name: 'Greg', last_name: 'Hill' }
const at = '2026-11-21T20:04:00.000000Z'
const both = { status: { was: 'ready', to: 'in_shop' }, note: { was: '', to: 'Flat tyre' } }
const rowsOf = (entry: Parameters<typeof conflictRows>[0]) =>
  conflictRows(entry).map(({ field, ...row }) => ({ ...row, field: field?.title ?? null }))

describe('the rows of a conflict', () => {
  test('show each field in the change’s own words: was, theirs with user and time, yours', () => {
    const conflicts = { status: { was: 'in_shop', theirs: 'ready', yours: 'sold', by: greg, at } }
    expect(rowsOf(aConflict(conflicts))).toEqual([
      {
        name: 'status',
        title: 'Status',
        was: 'In the shop',
        theirs: 'Ready',
        yours: 'Sold',
        by: 'Greg Hill',
        at: Date.parse(at),
        field: 'Status',
      },
    ])
  })

  test('show the value that the change saw if the server does not send the former value or the user', () => {
    const rows = rowsOf(aConflict({ status: { theirs: 'in_shop', yours: 'sold' } }))
    expect(rows).toMatchObject([{ was: 'Ready', theirs: 'In the shop', by: null, at: null }])
  })

  test('combine a field with the fields that depend on it in one choice', () => {
    const status = { theirs: 'in_shop', yours: 'sold' }
    const rows = rowsOf(aConflict({ status_date: { theirs: null, yours: '2026-11-21' }, status }))
    expect(rows).toMatchObject([{ name: 'status', theirs: 'In the shop' }])
  })

  test('show a dependent field under its own title, and resolve it with its main field', () => {
    const rows = rowsOf(aConflict({ status_date: { was: null, theirs: '2026-11-20', yours: '2026-11-21' } }))
    expect(rows).toMatchObject([
      { name: 'status', title: 'Status date', was: '–', theirs: '2026-11-20', yours: '2026-11-21' },
    ])
  })

  test('show the plain values of a field that the change does not describe', () => {
    const rows = rowsOf(aConflict({ fuel_card: { theirs: null, yours: 12 } }, { command: 'unknown' }))
    expect(rows).toMatchObject([{ name: 'fuel_card', title: 'Fuel card', theirs: '–', yours: '12', field: null }])
  })

  test('hide the other user’s value from a user who may not view the record', () => {
    expect(rowsOf(aConflict({ status: {} }, { input: both }))).toMatchObject([
      { title: 'Status', theirs: 'Changed by someone else', yours: 'In the shop', field: 'Status' },
    ])
  })

  test('are empty if the server did not explain the conflict', () => {
    expect(conflictRows(anEntry({ state: 'conflict', problem: statusProblem(412, { detail: 'x' }) }))).toEqual([])
    expect(conflictRows(anEntry())).toEqual([])
  })

  test('leave the other fields of the change without a conflict', () => {
    const entry = aConflict({ note: { theirs: 'Ok', yours: 'Flat tyre' } }, { input: both })
    expect(fieldsWithoutConflict(entry, conflictRows(entry)).map((field) => field.title)).toEqual(['Status'])
  })
})

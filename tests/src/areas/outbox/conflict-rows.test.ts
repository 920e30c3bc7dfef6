import { beforeAll, describe, expect, test } from 'vitest'
import { conflictRows, fieldsWithoutConflict } from '#src/areas/outbox/conflict/conflict-rows.ts'
import { registerCommands } from '#src/offline/outbox/outbox.ts'
import { aConflict, anEntry, answered, changeUnit } from './a-change.ts'

beforeAll(() => registerCommands([changeUnit]))

const greg = { id: 4, first_name: 'Greg', last_name: 'Hill' }
const at = '2026-11-21T20:04:00.000000Z'
const both = { status: { was: 'ready', to: 'in_shop' }, note: { was: '', to: 'Flat tyre' } }
const told = (entry: Parameters<typeof conflictRows>[0]) =>
  conflictRows(entry).map(({ field, ...row }) => ({ ...row, field: field?.title ?? null }))

describe('a conflict', () => {
  test('is told field by field in the change’s own words: was, theirs with who and when, yours', () => {
    const conflicts = { status: { was: 'in_shop', theirs: 'ready', yours: 'sold', by: greg, at } }
    expect(told(aConflict(conflicts))).toEqual([
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

  test('says what the change itself knew when the server does not tell what it was, or who', () => {
    const rows = told(aConflict({ status: { theirs: 'in_shop', yours: 'sold' } }))
    expect(rows).toMatchObject([{ was: 'Ready', theirs: 'In the shop', by: null, at: null }])
  })

  test('over a field and what goes with it is one choice', () => {
    const status = { theirs: 'in_shop', yours: 'sold' }
    const rows = told(aConflict({ status_date: { theirs: null, yours: '2026-11-21' }, status }))
    expect(rows).toMatchObject([{ name: 'status', theirs: 'In the shop' }])
  })

  test('over what goes with a field alone is settled by that field, and told for what it is', () => {
    const rows = told(aConflict({ status_date: { was: null, theirs: '2026-11-20', yours: '2026-11-21' } }))
    expect(rows).toMatchObject([
      { name: 'status', title: 'Status date', was: '–', theirs: '2026-11-20', yours: '2026-11-21' },
    ])
  })

  test('over a field that the change does not tell is theirs or yours as a whole', () => {
    const rows = told(aConflict({ fuel_card: { theirs: null, yours: 12 } }, { command: 'unknown' }))
    expect(rows).toMatchObject([{ name: 'fuel_card', title: 'Fuel card', theirs: '–', yours: '12', field: null }])
  })

  test('whose values are not told to who may not view the record says what is theirs and that it was changed', () => {
    expect(told(aConflict({ status: {} }, { input: both }))).toMatchObject([
      { title: 'Status', theirs: 'Changed by someone else', yours: 'In the shop', field: 'Status' },
    ])
  })

  test('that the server did not explain shows no fields', () => {
    expect(conflictRows(anEntry({ state: 'conflict', problem: answered(412, { detail: 'x' }) }))).toEqual([])
    expect(conflictRows(anEntry())).toEqual([])
  })

  test('leaves the rest of the change alone', () => {
    const entry = aConflict({ note: { theirs: 'Ok', yours: 'Flat tyre' } }, { input: both })
    expect(fieldsWithoutConflict(entry, conflictRows(entry)).map((field) => field.title)).toEqual(['Status'])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryArea } from '#contract/wire/access.ts'
import { recordIdOf } from '#contract/wire/events.ts'
import { RECORD_TABLES } from '#server/records/record-tables.ts'
import { openTestDb } from '#tests/support/server/database.ts'

const areas = Object.keys(RECORD_TABLES) as HistoryArea[]
const columns = new Map<string, string>()
const typeOf = (table: string, column: string) => columns.get(`${table}.${column}`)

beforeAll(async () => {
  const db = await openTestDb()
  const rows = await db.query<{ column: string; type: string }>(
    'test.columns',
    `select table_name || '.' || column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public'`,
  )
  for (const { column, type } of rows) columns.set(column, type)
  await db.close()
})
afterAll(() => columns.clear())

describe.each(areas)('the table of %s', (area) => {
  const { table, idType, isNamedByDevices, deletedNames } = RECORD_TABLES[area]

  test('has versions, and ids of the declared type, as on the wire', () => {
    expect([typeOf(table, 'id'), typeOf(table, 'version')]).toEqual([idType, 'integer'])
    expect(typeof recordIdOf(area, '7')).toBe(idType === 'text' ? 'string' : 'number')
  })

  test('has client ids exactly where declared', () => {
    expect(typeOf(table, 'client_id')).toBe(isNamedByDevices ? 'uuid' : undefined)
  })

  test('has a table for the client ids of deleted records exactly where declared', () => {
    if (deletedNames === null) expect(typeOf(`deleted_${table}`, 'client_id')).toBeUndefined()
    else
      expect([typeOf(deletedNames.table, 'client_id'), typeOf(deletedNames.table, deletedNames.id)]).toEqual([
        'uuid',
        idType,
      ])
  })
})

test('every table of deleted client ids belongs to an area', () => {
  const existing = [...columns.keys()].flatMap((column) => /^(deleted_\w+)\.client_id$/.exec(column)?.[1] ?? [])
  const declared = areas.flatMap((area) => RECORD_TABLES[area].deletedNames?.table ?? [])
  expect(new Set(declared)).toEqual(new Set(existing))
})

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

  test('has ids of the type that is said, as the wire has them, and versions', () => {
    expect([typeOf(table, 'id'), typeOf(table, 'version')]).toEqual([idType, 'integer'])
    expect(typeof recordIdOf(area, '7')).toBe(idType === 'text' ? 'string' : 'number')
  })

  test('has names given by devices where it is said', () => {
    expect(typeOf(table, 'client_id')).toBe(isNamedByDevices ? 'uuid' : undefined)
  })

  test('has its names of deleted records kept where it is said', () => {
    if (deletedNames === null) expect(typeOf(`deleted_${table}`, 'client_id')).toBeUndefined()
    else
      expect([typeOf(deletedNames.table, 'client_id'), typeOf(deletedNames.table, deletedNames.id)]).toEqual([
        'uuid',
        idType,
      ])
  })
})

test('every table of deleted names is some area’s', () => {
  const kept = [...columns.keys()].flatMap((column) => /^(deleted_\w+)\.client_id$/.exec(column)?.[1] ?? [])
  const said = areas.flatMap((area) => RECORD_TABLES[area].deletedNames?.table ?? [])
  expect(new Set(said)).toEqual(new Set(kept))
})

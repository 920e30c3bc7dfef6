import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { openOwnTestDb } from '#tests/support/server/database.ts'

let db: Db
beforeAll(async () => {
  db = await openOwnTestDb()
})
afterAll(() => db.close())

async function read(expression: string, params: readonly unknown[] = []): Promise<unknown> {
  const [row] = await db.query<{ value: unknown }>(
    `read ${expression}`.slice(0, 60),
    `select ${expression} as value`,
    params,
  )
  return row?.value
}

test.each<[string, unknown]>([
  ['42::int8', 42],
  ['1234.500::numeric(12, 3)', 1234.5],
  ['7::smallint', 7],
  ['0.25::float8', 0.25],
  [`date '2026-02-28'`, '2026-02-28'],
  [`timestamptz '2026-11-21 08:37:00.123456+00'`, '2026-11-21T08:37:00.123456Z'],
  [`timestamptz '2026-11-21 02:37:00.9-06'`, '2026-11-21T08:37:00.900000Z'],
  [`timestamptz '2026-07-01 00:00:00 America/Chicago'`, '2026-07-01T05:00:00.000000Z'],
  [`timestamptz 'infinity'`, 'infinity'],
  [`'{"field": ["words", 1, null]}'::jsonb`, { field: ['words', 1, null] }],
  [`'\\x00ff10'::bytea`, Buffer.from([0, 255, 16])],
  [`array[1, null, 3]::int8[]`, [1, null, 3]],
  [`'{}'::int8[]`, []],
  [`array[1, 2]::smallint[]`, [1, 2]],
  [`array[1.5, 2]::numeric[]`, [1.5, 2]],
  [`array[date '2026-01-01', null]`, ['2026-01-01', null]],
  [`array[timestamptz '2026-01-01 00:00:00+00']`, ['2026-01-01T00:00:00.000000Z']],
  [`array['a "quoted", word', null]`, ['a "quoted", word', null]],
  [`'3f2504e0-4f89-41d3-9a0c-0305e82c3301'::uuid`, '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ['true', true],
  ['null::date', null],
  [`'Łódź — 東京 🚚'`, 'Łódź — 東京 🚚'],
])('%s is read the same from both databases', async (expression, expected) => {
  expect(await read(expression)).toEqual(expected)
})

test.each<[string, unknown, unknown]>([
  ['$1::int8', 9_007_199_254_740_991, 9_007_199_254_740_991],
  ['$1::date', '2026-02-28', '2026-02-28'],
  ['$1::timestamptz', new Date('2026-11-21T08:37:00.123Z'), '2026-11-21T08:37:00.123000Z'],
  ['$1::smallint[]', [1, 2, 3], [1, 2, 3]],
  ['$1::text[]', ['it\'s "so"', '{,}', null], ['it\'s "so"', '{,}', null]],
  ['$1::jsonb', JSON.stringify({ a: [1] }), { a: [1] }],
  ['$1::bytea', new Uint8Array([0, 1, 255]), Buffer.from([0, 1, 255])],
  ['$1::boolean', false, false],
  ['$1::text', null, null],
])('a parameter for %s is read back unchanged', async (expression, given, expected) => {
  expect(await read(expression, [given])).toEqual(expected)
})

test('an instant from the database is a valid date on the wire and sorts as text', async () => {
  const early = await read(`timestamptz '2026-11-21 08:37:00.1+00'`)
  const late = await read(`timestamptz '2026-11-21 08:37:00.12+00'`)
  expect(Number.isNaN(Date.parse(String(early)))).toBe(false)
  expect(String(early) < String(late)).toBe(true)
})

import { expect, test } from 'vitest'
import { columnsOf, type StoredFields } from '#server/records/columns.ts'
import { jsonObject } from '#server/records/json-object.ts'
import { namedParams } from '#server/records/named-params.ts'

interface Card {
  readonly number: string
  readonly driver: number | null
  readonly limits: readonly number[]
  readonly blocked_at: string | null
}
const CARD = columnsOf<Card>({
  number: 'text',
  driver: ['driver_id', 'integer'],
  limits: 'smallint[]',
  blocked_at: 'timestamptz',
})

test('all parts of a statement have the same columns in the same order', () => {
  expect(CARD.names).toBe('number, driver_id, limits, blocked_at')
  expect(CARD.rowFields()).toBe('r."number", r."driver", r."limits", r."blocked_at"')
  expect(CARD.row('$2')).toBe(
    'json_to_record($2::json) as r("number" text, "driver" integer, "limits" smallint[], "blocked_at" timestamptz)',
  )
  expect(CARD.set('$2')).toBe(`(${CARD.names}) = (select ${CARD.rowFields()} from ${CARD.row('$2')})`)
})

test('a column is read under its field’s name, with the value that JSON gives it', () => {
  expect(CARD.read('c', 'card.')).toMatch(
    /^c\.number as "card\.number", c\.driver_id as "card\.driver", to_json\(c\.limits\) as "card\.limits", to_char\(c\.blocked_at .*\) as "card\.blocked_at"$/,
  )
})

test('an upsert sets every column, some of them with their own SQL', () => {
  expect(CARD.excluded({ driver: 'cards.driver_id' })).toBe(
    'number = excluded.number, driver_id = cards.driver_id, limits = excluded.limits, blocked_at = excluded.blocked_at',
  )
})

test('only known fields are sent to the database', () => {
  const body = { number: '7', driver: null, limits: [100], blocked_at: null, password: 'secret' }
  expect(JSON.parse(CARD.json(body))).toEqual({ number: '7', driver: null, limits: [100], blocked_at: null })
})

test('parameters are numbered in declared order, regardless of the order of the values', () => {
  const { $, valuesOf } = namedParams('id', 'fields')
  expect($).toEqual({ id: '$1', fields: '$2' })
  expect(valuesOf({ fields: '{}', id: 7 })).toEqual([7, '{}'])
})

test('a JSON object has its fields in the given order, except those set to null', () => {
  type Shown = Omit<Card, 'limits'> & { readonly limits?: Card['limits'] }
  expect(jsonObject<Shown>({ number: 'c.number', driver: 'c.driver_id', limits: null, blocked_at: 'null' })).toBe(
    `json_build_object('number', c.number, 'driver', c.driver_id, 'blocked_at', null)`,
  )
})

test('the compiler refuses a missing column, SQL part or value, null for a required field, and a field that the record lacks', () => {
  type Changed = 'number' | 'pin'
  // @ts-expect-error -- `pin` is not a field of a card: a change that carries it would be stored nowhere.
  type Stored = StoredFields<Changed, Card>
  // @ts-expect-error -- `pin` has no column.
  const columns = columnsOf<Stored & { readonly pin: string }>({
    number: 'text',
    driver: 'integer',
    limits: 'jsonb',
    blocked_at: 'date',
  })
  // @ts-expect-error -- `number` has no SQL.
  const json = jsonObject<Pick<Card, 'number' | 'driver'>>({ driver: 'c.driver_id' })
  // @ts-expect-error -- `driver` may be null, but not left out.
  const without = jsonObject<Pick<Card, 'number' | 'driver'>>({ number: 'c.number', driver: null })
  // @ts-expect-error -- `driver_id` is the column, not the field.
  const upsert = CARD.excluded({ driver_id: 'cards.driver_id' })
  // @ts-expect-error -- `id` has no value.
  const params = namedParams('id', 'fields').valuesOf({ fields: '{}' })
  expect([columns.names, json, without, upsert, params]).toBeDefined()
})

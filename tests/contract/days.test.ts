import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_BOUNDS, type DayBounds } from '#contract/wire/day-bounds.ts'
import {
  boundsWords,
  clockDay,
  inspectionDay,
  paperDay,
  reportDay,
  scheduleDate,
  statusDay,
  unitDay,
} from '#contract/wire/days.ts'
import type { Schema } from '#contract/wire/endpoint.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'

interface FoundSchema {
  readonly where: string
  readonly schema: Schema
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

/** A schema and all schemas inside it, each once, with the names that lead to it. */
function schemasBelow(where: string, schema: Schema, seen = new Set<Schema>()): readonly FoundSchema[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const parts: FoundSchema[] = []
  for (const [name, part] of Object.entries(schema._zod.def)) {
    if (isSchema(part)) parts.push({ where, schema: part })
    else if (name === 'shape')
      for (const [field, one] of Object.entries(part as Record<string, unknown>))
        if (isSchema(one)) parts.push({ where: `${where}.${field}`, schema: one })
    if (Array.isArray(part)) parts.push(...part.filter(isSchema).map((one) => ({ where, schema: one })))
  }
  return [{ where, schema }, ...parts.flatMap((one) => schemasBelow(one.where, one.schema, seen))]
}

/** The schemas of all input: bodies, queries and path parameters. */
const inputSchemas: readonly FoundSchema[] = allEndpoints.flatMap(({ name, body, query, params }) =>
  Object.entries({ body, query, params }).flatMap(([part, schema]) =>
    schema === undefined ? [] : schemasBelow(`${name} ${part}`, schema),
  ),
)
const isDay = ({ schema }: FoundSchema) => {
  const { def } = schema._zod
  return def.type === 'string' && 'format' in def && def.format === 'date'
}
const all = inputSchemas.filter(isDay)
const days = all.filter(({ schema }) => schema !== clockDay)

/** The types of days in requests, with their bounds. A clock's day (`clockDay`) is not stored, so it has no bounds. */
const TYPES = new Map<Schema, DayBounds>([
  [paperDay, DAY_BOUNDS.paper],
  [unitDay, DAY_BOUNDS.unit],
  [statusDay, DAY_BOUNDS.status],
  [inspectionDay, DAY_BOUNDS.inspection],
  [reportDay, DAY_BOUNDS.report],
  [scheduleDate, DAY_BOUNDS.schedule],
])

/** Names of fields that contain a day. */
const DAY_NAMES = /(^|_)(day|date|expire|due|until)s?(_|$)|_(from|to|after|before)$|Date$/
/** Fields with such a name but without a day: miles, a former owner, a link's expiry, and fields with parts. */
const NO_DAYS = /due_mileage$|days$|expires$|taken_from$/

test('every date field in a request has bounds', () => {
  expect(days.length).toBeGreaterThan(30)
  expect(days.filter(({ schema }) => !TYPES.has(schema)).map(({ where }) => where)).toEqual([])
  expect(all.filter((one) => !days.includes(one)).map(({ where }) => where)).toEqual([
    'drivers.update body.units_date_from',
  ])
})

test('no field named like a date accepts arbitrary text', () => {
  const named = inputSchemas.filter(({ where, schema }) => {
    const field = where.split('.').at(-1) ?? ''
    return DAY_NAMES.test(field) && !NO_DAYS.test(where) && schema._zod.def.type === 'string'
  })
  expect(named.filter((one) => !isDay(one) && !isEmptyText(one)).map(({ where }) => where)).toEqual([])
})

/** Whether the schema is the literal '' that a field accepts in addition to a day. */
const isEmptyText = ({ schema }: FoundSchema) => schema._zod.def.type === 'literal'

const textOf = (year: number, month: number, date: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
const anyDay = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => textOf(year, month, date))

test('a day is accepted only within its bounds, otherwise the message names the bounds', () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...days), (day, { schema }) => {
      const bounds = TYPES.get(schema) ?? DAY_BOUNDS.report
      const result = schema.safeParse(day)
      expect(result.success).toBe(day >= bounds.first && day <= bounds.last)
      if (!result.success) expect(result.error.issues.map(({ message }) => message)).toEqual([boundsWords(bounds)])
    }),
  )
})

test('no bounds accept a two-digit year, a year before 1990, or a year from 2100 on', () => {
  for (const { first, last } of Object.values(DAY_BOUNDS)) {
    for (const day of ['0026-11-25', '0027-12-05', '0099-12-31', '1927-12-05', '1989-12-31'])
      expect(day >= first).toBe(false)
    for (const day of ['2100-01-01', '2127-12-05', '9999-12-31']) expect(day <= last).toBe(false)
  }
})

test('text that is not a date reports only that problem', () => {
  for (const { schema } of days)
    for (const text of ['12/05/27', '0000-01-01', '2027-02-30', ''])
      expect(schema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
        'Enter a date as yyyy-MM-dd.',
      ])
})

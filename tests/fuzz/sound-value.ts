import type { Schema } from '#contract/wire/endpoint.ts'
import type { Random } from '#server/demo/random.ts'
import type { JsonSchema } from '#server/http/docs/docs-fields.ts'
import { jsonSchema } from '#server/http/docs/openapi.ts'

/** Client ids of records. The first is the id of an upload that a round's users have made. */
export const KNOWN_UUIDS = [1, 2, 3, 4].map((n) => `019af3b0-0000-7000-8000-00000000000${n}`)

/** Texts for the contract's patterns: one fits almost every pattern and names a record of a round's company. */
const TEXTS: readonly string[] = [
  ...['1042', '1043', 'TL-1', 'TL-2', 'Joliet', 'a', 'Maria Lopez', '2023', '12.5', '7', '1', '2', '3', ''],
  ...['2026-11-21', '2026-11-20', '2026-11-15', '2026-12-01', '2026-11-21T15:00:00Z', '2026-11-20T08:30:00.000Z'],
  ...['ann@haulyard.example', 'new@haulyard.example', '+1 312 555 0100', 'gravel-and-diesel', '"1"', '0'.repeat(64)],
  ...['first_name', '-date', 'id', 'date', '-id', 'all', 'true', 'false', '1,2', 'IL', '1FUJGLDR8PL101234'],
  ...KNOWN_UUIDS,
]

const shapes = new Map<Schema, JsonSchema>()

/** A value that is valid by the JSON Schema of `schema`, with ids and names of a round's company. */
export function soundValue(random: Random, schema: Schema): unknown {
  const shape = shapes.get(schema) ?? (jsonSchema(schema, 'input') as JsonSchema)
  shapes.set(schema, shape)
  return valueFor(random, shape)
}

function valueFor(random: Random, shape: JsonSchema): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return random.pick(shape.enum)
  if (shape.anyOf) return valueFor(random, random.pick(shape.anyOf))
  if (shape.allOf) return valueFor(random, Object.assign({}, ...shape.allOf))
  const type = Array.isArray(shape.type) ? random.pick(shape.type) : shape.type
  if (type === 'object') return objectOf(random, shape)
  if (type === 'array') return listOf(random, shape)
  if (type === 'string') return textOf(random, shape)
  if (type === 'integer' || type === 'number') return numberOf(random, shape)
  if (type === 'boolean') return random.chance(0.5)
  return null
}

function objectOf(random: Random, { properties = {}, required = [], ...shape }: JsonSchema): object {
  const own = Object.entries(properties)
    .filter(([name]) => required.includes(name) || random.chance(0.5))
    .map(([name, of]) => [name, valueFor(random, of)])
  const { additionalProperties: others, propertyNames: names = {} } = shape
  if (typeof others !== 'object') return Object.fromEntries(own)
  const more = Array.from({ length: random.whole(0, 2) }, () => [textOf(random, names), valueFor(random, others)])
  return Object.fromEntries([...own, ...more])
}

function listOf(random: Random, { items = {}, minItems = 0, maxItems = 3 }: JsonSchema): readonly unknown[] {
  const length = random.whole(minItems, Math.max(minItems, Math.min(maxItems, 3)))
  return Array.from({ length }, () => valueFor(random, items))
}

function textOf(random: Random, { pattern, minLength = 0, maxLength = 5000 }: JsonSchema): string {
  const fits = pattern === undefined ? null : new RegExp(pattern, 'u')
  const fitting = TEXTS.filter(
    (text) => text.length >= minLength && text.length <= maxLength && (fits === null || fits.test(text)),
  )
  if (fits === null && random.chance(0.1)) return 'x'.repeat(maxLength)
  return fitting.length > 0 ? random.pick(fitting) : 'x'.repeat(minLength)
}

function numberOf(random: Random, { minimum = 1, maximum = 9 }: JsonSchema): number {
  if (random.chance(0.1)) return random.pick([minimum, maximum])
  return Math.max(minimum, Math.min(maximum, random.whole(1, 9)))
}

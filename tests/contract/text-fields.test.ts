import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract/wire/endpoint.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'

/** What people type into fields of every kind; a field takes at least one of them, unless it is no text. */
const TYPED = ['Smith', '(773) 555-0148', 'desk@yard.example', '12', '2019', '12.5', '4V4NC9EJ5KN123457', 'P48-2100']

/** Fields that are no text of a person's: secrets, which are kept as typed; what devices and programs make; days and ids. */
const NO_TEXT = [
  /password$/,
  /\.(token|uid|refresh|cursor|signature|expires|since|after|last_id|device|key)$/,
  /(^|[._])ids?$/,
  /(date|_at|_from|_to|_expire|_after|_before|day|month|week)s?$/,
  // References that a picker sets, and the words of a filter or an order.
  /\.(ordering|filter|page|limit|offset|page_size|transport|truck|trailer|upload|driver|dispatcher|fleet_manager|user|past|per_page|page_no|order_by)$/,
  /_(had|was)$/,
  // A report's headers and spellings must be those of the file, and the file's name is the file's own.
  /^(imports|importPreview)\.[^ ]+ body\.(name|columns|choices|upload|decided)/,
  // An attachment keeps its file's own name, made safe to save.
  /files\.name$/,
  // What is already on record asks for its tolls.
  /^tolls\.expenses body\.vehicles/,
  /^changes\./,
]

interface Found {
  readonly path: string
  readonly schema: Schema
}

/** Every field of a call's body and query that isn't made of fields itself. */
function fieldsOf(schema: Schema, path: string): readonly Found[] {
  const def = schema._zod.def as unknown as Readonly<Record<string, unknown>>
  const inner = def['innerType'] as Schema | undefined
  if (inner) return fieldsOf(inner, path)
  if (def['type'] === 'object') {
    const shape = Object.entries(def['shape'] as Readonly<Record<string, Schema>>)
    return shape.flatMap(([name, field]) => fieldsOf(field, `${path}.${name}`))
  }
  if (def['type'] === 'array') return fieldsOf(def['element'] as Schema, path)
  if (def['type'] === 'pipe' && isMadeOfFields(def['in'] as Schema)) return fieldsOf(def['in'] as Schema, path)
  return [{ path, schema }]
}

const isMadeOfFields = (schema: Schema) => ['object', 'array'].includes(schema._zod.def.type)

const all = allEndpoints.flatMap(({ name, body, query }) => [
  ...(body ? fieldsOf(body, `${name} body`) : []),
  ...(query ? fieldsOf(query, `${name} query`) : []),
])
const texts = all.filter(
  ({ path, schema }) =>
    !NO_TEXT.some((pattern) => pattern.test(path)) && TYPED.some((typed) => schema.safeParse(typed).success),
)

describe('each text that a call takes', () => {
  test('there are some', () => expect(texts.length).toBeGreaterThan(60))

  test.each(texts)('$path takes what was pasted as what was typed', ({ schema }) => {
    for (const typed of TYPED.filter((one) => schema.safeParse(one).success)) {
      const half = Math.ceil(typed.length / 2)
      for (const unseen of ['\u200b', '\u00ad', '\u2060', '\ufeff', '\u202d', '\u200e']) {
        const pasted = `\u00a0${typed.slice(0, half)}${unseen}${typed.slice(half)}\u00a0`
        expect(schema.safeParse(pasted)).toEqual(schema.safeParse(typed))
      }
      if (typed.includes(' ')) expect(schema.safeParse(typed.replace(' ', '\u00a0'))).toEqual(schema.safeParse(typed))
    }
  })
})

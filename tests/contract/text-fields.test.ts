import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract/wire/endpoint.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'

/** Typed input of every kind. Every text field accepts at least one of these values. */
const TYPED = ['Smith', '(773) 555-0148', 'desk@yard.example', '12', '2019', '12.5', '4V4NC9EJ5KN123457', 'P48-2100']

/** Fields without a user's text: secrets, which are used as typed; values from devices and programs; days; ids. */
const NO_TEXT = [
  /password$/,
  /\.(token|uid|refresh|cursor|signature|expires|since|after|last_id|device|key)$/,
  /(^|[._])ids?$/,
  /(date|_at|_from|_to|_expire|_after|_before|day|month|week)s?$/,
  // References that a picker sets, and the values of a filter or a sort order.
  /\.(ordering|filter|page|limit|offset|page_size|transport|truck|trailer|upload|driver|dispatcher|fleet_manager|user|past|per_page|page_no|order_by)$/,
  /_(had|was)$/,
  // A report's headers, spellings and file name must stay as they are in the file.
  /^(imports|importPreview)\.[^ ]+ body\.(name|columns|choices|upload|decided)/,
  // An attachment keeps its file name, made safe for storing.
  /files\.name$/,
  // The units come from stored records, not from typed text.
  /^tolls\.expenses body\.vehicles/,
  /^changes\./,
]

interface FoundField {
  readonly path: string
  readonly schema: Schema
}

/** The fields of a schema down to those that contain no other fields. */
function fieldsOf(schema: Schema, path: string): readonly FoundField[] {
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

describe('the text fields of requests', () => {
  test('are more than 60', () => expect(texts.length).toBeGreaterThan(60))

  test.each(texts)('$path accepts pasted text like typed text', ({ schema }) => {
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

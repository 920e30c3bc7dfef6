import { globSync, readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { signedIn } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { idParam, kind } from '#contract/wire/record.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'
import { type AppRecord, appRecord } from '#src/record/app-record.ts'
import { createCommand } from '#src/record/create-command.ts'
import { dayField, textField } from '#src/record/field-kinds.ts'
import { type FieldsOf, type PatchOf, patchedRow } from '#src/record/field-list.ts'
import { fillMissingValues, formOfRecord, patchFrom } from '#src/record/form-values.ts'
import { patchCommand } from '#src/record/patch-command.ts'
import { photoChange, photoCommand } from '#src/record/photo-command.ts'
import { patchWords } from '#src/record/record-form.ts'
import { removeCommand } from '#src/record/remove-command.ts'

const card = z.object({
  id: z.int(),
  client_id: z.nullable(z.string()),
  version: z.int(),
  number: z.string(),
  photo: z.nullable(z.string()),
  limits: z.object({ gallons: z.nullable(z.number()), until: z.nullable(z.string()) }),
})
type Card = z.output<typeof card>
const cardChange = z.object({
  number: z.optional(z.string()),
  gallons: z.optional(z.number()),
  until: z.optional(z.nullable(z.string())),
  photo: z.optional(z.string()),
})
type CardChange = z.output<typeof cardChange>

const cards = kind<Card>('card', ({ id, client_id }) => client_id ?? `${id}`)
const record = appRecord({
  kind: cards,
  seen: card,
  title: ({ number }: Card) => `Card ${number}`,
  fields: {
    number: { ...textField('Number'), form: z.string() },
    gallons: {
      ...textField('Gallons'),
      form: z.union([z.number(), z.string()]),
      within: 'limits',
      value: z.union([z.number(), z.string()]),
      toChange: (held) => (held === '' ? '' : Number(held)),
      typed: (held) => Number(held),
      inRow: (value) => (typeof value === 'number' ? value : undefined),
      back: (before) => (typeof before === 'number' ? before : undefined),
    },
    until: { ...dayField('Valid until'), within: 'limits' },
  } satisfies FieldsOf<Card, CardChange, 'photo'>,
})
const call = { summary: '', access: signedIn, params: idParam, reply: card } as const
const update = endpoint({ ...call, name: 'cards.update', method: 'PATCH', path: '/api/cards/:id/', body: cardChange })
const create = endpoint({ ...call, name: 'cards.create', method: 'POST', path: '/api/cards/', body: z.object({}) })
const change = patchCommand(record, { name: 'cards.change', version: 1, endpoint: update, areas: ['figures'] })
const remove = removeCommand(record, {
  ...{ name: 'cards.remove', version: 1, endpoint: update, areas: ['figures'] },
  noun: 'Card',
})

const was: Card = {
  ...{ id: 7, client_id: null, version: 3, number: '41', photo: null },
  limits: { gallons: 100, until: null },
}
const unsent: Card = { ...was, id: 0, version: 0, client_id: 'made-here' }
const shownRow = (effects: ReturnType<typeof change.effects>, row: Card) =>
  foldOf([{ effects, settled: null }]).row(cards, row)

test('the fields of every record in the app are checked against its change in the contract', () => {
  const declaring = globSync('src/{areas,boards}/**/*.ts').filter((path) =>
    /appRecord\(/.test(readFileSync(path, 'utf8')),
  )
  expect(declaring.length).toBeGreaterThan(5)
  expect(declaring.filter((path) => !readFileSync(path, 'utf8').includes('satisfies FieldsOf<'))).toEqual([])
})

test('a field missing from a record, or unknown to its change, does not compile', () => {
  type Fields = FieldsOf<Card, CardChange, 'photo' | 'gallons' | 'until'>
  // @ts-expect-error: the field `number` is missing.
  const missing = {} satisfies Fields
  // @ts-expect-error: the change has no field `color`.
  const unknown = { number: textField('Number'), color: textField('Color') } satisfies Fields
  expect([missing, unknown]).toHaveLength(2)
  type Patch = typeof record extends AppRecord<Card, infer F> ? PatchOf<F> : never
  expectTypeOf<Patch['until']>().toEqualTypeOf<string | null | undefined>()
})

describe('a change of some fields', () => {
  const input = { was, to: { number: '42', gallons: 80 } }

  test('is sent by id and described in field order; an unsent record is addressed by its client id', () => {
    expect(change.request(input)).toEqual({ params: { id: 7 }, body: input.to })
    expect(change.describe(input)).toEqual({ record: 'Card 41', change: 'Number: 41 → 42 · Gallons: 100 → 80' })
    expect(change.request({ was: unsent, to: {} }).params).toEqual({ id: 'made-here' })
    expect([record.seenVersionOf(was), record.seenVersionOf(unsent)]).toEqual([3, null])
  })

  test('shows in complete rows, and in narrower rows as far as they have its fields', () => {
    expect(shownRow(change.effects(input), was)).toEqual({ ...was, number: '42', limits: { gallons: 80, until: null } })
    expect(patchedRow(record.fields, { id: 7, number: '41' }, input.to)).toEqual({ id: 7, number: '42' })
    const text = { was, to: { gallons: 'eighty' } }
    expect(shownRow(change.effects(text), was)).toEqual(was)
  })

  test('shows nothing for a record whose creation was discarded', () => {
    expect(
      foldOf([{ effects: change.effects({ was: unsent, to: { number: '1' } }), settled: null }]).rows(cards, []),
    ).toEqual([])
  })

  test('is undone field by field, and not at all if a previous value cannot be sent again', () => {
    const [back] = change.inverse?.(input) ?? []
    expect(back?.input).toEqual({ was: shownRow(change.effects(input), was), to: { number: '41', gallons: 100 } })
    const unlimited = { ...was, limits: { gallons: null, until: null } }
    expect(change.inverse?.({ was: unlimited, to: { gallons: 5 } })).toEqual([])
    expect(change.inverse?.({ was: unlimited, to: { until: '2027-01-01' } })[0]?.input).toMatchObject({
      to: { until: null },
    })
  })

  test('can be edited and removed field by field; without fields no change is left', () => {
    const [number, gallons] = change.fields?.(input) ?? []
    expect(gallons?.with('90').to).toEqual({ number: '42', gallons: 90 })
    expect(number?.without()?.to).toEqual({ gallons: 80 })
    expect(change.fields?.({ was, to: { gallons: 80 } })[0]?.without()).toBeNull()
  })

  test('merges with a second change, and is rebased on the server’s record after a conflict', () => {
    expect(change.merge?.(input, { was, to: { number: '43' } })).toEqual({ was, to: { number: '43', gallons: 80 } })
    expect(change.rebase?.(input, { ...was, version: 9 }).was.version).toBe(9)
    expect(change.rebase?.(input, 'no card').was).toEqual(was)
    expect(change.versions({ ...was, version: 9 }, input)).toEqual([{ key: 'card/7', version: 9 }])
  })
})

test('a new record is named by its client id, and its input requires every field', () => {
  const createCard = createCommand(record, {
    ...{ name: 'cards.create', version: 1, endpoint: create, areas: ['figures'], part: 'card', noun: 'card' },
    row: ({ gallons, until, ...own }) => ({ ...own, photo: null, limits: { gallons: Number(gallons), until } }),
  })
  const input = { card: { client_id: '01a3185c-5000-7bb6-a75e-b900027adc9c', number: '5', gallons: 10, until: null } }
  expect(createCard.input.parse(input)).toEqual(input)
  expect(createCard.touches(input)).toEqual([`card/${input.card.client_id}`])
  expect(createCard.describe(input)).toEqual({ record: 'Card 5', change: 'New card' })
  expect(createCard.input.safeParse({ card: { ...input.card, number: undefined } }).success).toBe(false)
})

test('a removal names the record as it was seen', () => {
  expect(remove.request({ was })).toEqual({ params: { id: 7 } })
  expect(remove.describe({ was })).toEqual({ record: 'Card 41', change: 'Removed' })
})

test('a photo is changed with its file, or removed', () => {
  const photo = photoCommand(record, {
    ...{ name: 'cards.changePhoto', version: 1, endpoint: update, areas: ['figures'] },
    photoOf: (one) => one.photo,
    withPhoto: (row, address) => ('photo' in row ? { ...row, photo: address } : row),
  })
  const file = new File(['x'], 'card.png', { type: 'image/png' })
  const { input, files, seenVersion } = photoChange(photo, [was, 3], file)
  expect([seenVersion, files?.[0]?.name]).toEqual([3, 'card.png'])
  expect(photo.request(photo.input.parse(input)).body).toEqual({ photo: { upload: files?.[0]?.id } })
  expect(photoChange(photo, [was, 3], null)).toMatchObject({ files: [], input: { to: null, shown: null } })
})

describe('a form of a record', () => {
  const form = formOfRecord(record)
  type Values = typeof form.empty

  test('starts with the record’s values, and converts input to the contract’s format', () => {
    expect(form.valuesOf(was)).toEqual({ number: '41', gallons: 100, until: '' })
    expect(form.empty).toEqual({ number: '', gallons: '', until: '' })
    expect(form.changeOf({ number: '41', gallons: '80', until: '' })).toEqual({
      number: '41',
      gallons: 80,
      until: null,
    })
  })

  test('changes only the fields that differ', () => {
    const values = form.valuesOf(was)
    expect(patchFrom(record, form, [was, values])).toEqual({})
    expect(patchFrom(record, form, [was, { ...values, gallons: '100' }])).toEqual({})
    expect(patchFrom(record, form, [was, { ...values, until: '2027-01-01' }])).toEqual({ until: '2027-01-01' })
  })

  test('describes what differs on the record from what the user saw', () => {
    const now = { ...was, number: '43', limits: { ...was.limits, gallons: 50 } }
    const words = patchWords(record, was, patchFrom(record, form, [was, form.valuesOf(now)]))
    expect(words).toBe('Number: 41 → 43 · Gallons: 100 → 50')
  })

  test('sends a value that the user edited even if a rule normalizes both to the same; untouched, it stays', () => {
    const odd = { ...was, number: ' 41 ' }
    const trimmed = { valuesOf: form.valuesOf, changeOf: (values: Values) => ({ number: values.number.trim() }) }
    expect(patchFrom(record, trimmed, [odd, form.valuesOf(odd)])).toEqual({})
    expect(patchFrom(record, trimmed, [odd, { ...form.valuesOf(odd), number: '41' }])).toEqual({ number: '41' })
  })

  test('reads a draft from before a field existed, and keeps that field’s value', () => {
    const schema = fillMissingValues(z.object({ was: card, values: z.object(form.shape) }), (draft) =>
      form.valuesOf(draft.was),
    )
    const { values } = z.parse(schema, { was, values: { number: '42' } })
    expect(values).toEqual({ number: '42', gallons: 100, until: '' })
    expect(patchFrom(record, form, [was, values])).toEqual({ number: '42' })
  })
})

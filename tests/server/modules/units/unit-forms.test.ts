import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileIdOf } from '#contract/files/files.ts'
import { fileName, thumbnailName } from '#server/modules/files/file-names.ts'
import { aRealPhoto } from '#tests/support/browser/real-photo.ts'
import { aForm, type FormPart } from '#tests/support/builders/a-form.ts'
import { aTrailer, aTruck } from '#tests/support/builders/a-unit.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver, parkUnit } from '#tests/support/server/company.ts'
import { emptyTables } from '#tests/support/server/database.ts'
import { sendUpload } from '#tests/support/server/send-upload.ts'

const DAMAGED = 'This picture is damaged: a part of it is missing. Take it again, or have it sent again.'
const FORMAT = 'Only .jpg, .jpeg, .png and .webp formats are supported.'
const SIZE = 'Max image size is 5MB.'
let site: TestApp
let maria: Caller
let picture: Buffer

beforeAll(async () => {
  site = await testApp()
  picture = await aRealPhoto('jpeg', { width: 300, height: 200 })
})
beforeEach(async () => {
  await emptyTables(site.db)
  site.files.bytesByName.clear()
  maria = await site.as(await hire(site.db, { view: ['trucks', 'trailers'], edit: ['trucks', 'trailers'] }))
})
afterAll(() => site.close())

const text = (name: string, body: string): FormPart => ({ name, body })
const data = (value: unknown) => text('data', JSON.stringify(value))
const photo = (body: string | Uint8Array = picture, name = 'photo'): FormPart => ({
  name,
  fileName: 'truck.jpg',
  type: 'image/jpeg',
  body,
})
const post = (parts: readonly FormPart[], path = '/api/trucks/', more: Record<string, string> = {}) => {
  const { body, headers } = aForm(parts)
  return maria('POST', path, { body, headers: { ...headers, ...more } })
}
const patch = (parts: readonly FormPart[], more: Record<string, string> = {}) => {
  const { body, headers } = aForm(parts)
  return maria('PATCH', '/api/trucks/7/', { body, headers: { ...headers, ...more } })
}
/** Counts of the rows, and names of the files, that a change could leave behind. */
async function leftovers() {
  const [row] = await site.db.query(
    'test.left',
    `select (select count(*) from units)::integer as units, (select count(*) from files)::integer as files,
      (select count(*) from uploads)::integer as uploads,
      (select count(*) from history where area in ('trucks', 'trailers'))::integer as entries`,
  )
  return { ...row, kept: [...site.files.bytesByName.keys()] }
}
const NOTHING = { units: 0, files: 0, uploads: 0, entries: 0, kept: [] }

test('a form can send each field as a part of its own, with empty parts for empty fields', async () => {
  const terrence = await hireDriver(site.db, { first_name: 'Terrence', last_name: 'Boone' })
  const flat = (over: object) =>
    Object.entries({ ...aTruck('1077'), ...over }).map(([field, value]) =>
      text(field, value === null ? '' : String(value)),
    )
  const answer = await post([...flat({ driver: terrence, type: 'sleeper', miles_driven: 1200.5, vin: '' }), photo()])
  expect(answer).toMatchObject({
    status: 201,
    body: { id: '1077', driver: terrence, status: 'assigned', status_date_to: null, miles_driven: 1200.5, vin: null },
  })
})

describe('a form with a photo', () => {
  test('creates a truck with the photo, and a trailer too', async () => {
    const { status, body } = await post([data(aTruck('1042')), photo()])
    expect([status, body]).toMatchObject([201, { id: '1042', version: 1 }])
    expect(body.photo).toMatch(/^\/api\/files\/[0-9a-f-]{36}\/photo\.webp\?/)
    const shown = await site.app.inject(body.photo)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    const id = fileIdOf(body.photo) ?? ''
    const storedFiles = [...site.files.bytesByName.keys()].filter((name) => name.startsWith('kept/'))
    expect(storedFiles.sort()).toEqual([fileName(id), thumbnailName(id)].sort())
    const trailer = await post([data(aTrailer()), photo()], '/api/trailers/')
    expect(trailer).toMatchObject({ status: 201, body: { id: 'TL-1001', photo: expect.any(String) } })
  })

  test('can send every field as text', async () => {
    const fields = Object.entries({ ...aTruck('1042', { gomotive_id: 730_011 }), status_date_to: undefined })
    const texts = fields.flatMap(([field, value]) => (value === undefined ? [] : [text(field, String(value))]))
    const answer = await post([...texts, data({ status_date_to: null }), photo()])
    expect(answer).toMatchObject({ status: 201, body: { id: '1042', year: 2023, gomotive_id: 730011 } })
  })

  test('that is sent again with its idempotency key creates nothing new', async () => {
    const key = { 'idempotency-key': `"${randomUUID()}"` }
    const first = await post([data(aTruck('1042')), photo()], '/api/trucks/', key)
    const before = await leftovers()
    const again = await post([data(aTruck('1042')), photo()], '/api/trucks/', key)
    expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' }, body: { id: '1042' } })
    expect(fileIdOf(again.body.photo)).toBe(fileIdOf(first.body.photo))
    expect(await leftovers()).toEqual(before)
  })

  test('changes a truck; a former photo can be restored, but not on another truck, and null removes it', async () => {
    await parkUnit(site.db, '7')
    const first = await patch([data({ color: 'Red' }), photo()])
    expect(first).toMatchObject({ status: 200, body: { color: 'Red', version: 2 } })
    const other = await aRealPhoto('jpeg', { width: 90, height: 90 })
    expect((await patch([photo(other)])).body.version).toBe(3)
    const file = fileIdOf(first.body.photo)
    const back = await maria('PATCH', '/api/trucks/7/', { body: { photo: { file } } })
    expect(fileIdOf(back.body.photo)).toBe(file)
    expect((await maria('PATCH', '/api/trucks/7/', { body: { photo: null } })).body.photo).toBeNull()
    await parkUnit(site.db, '8')
    expect(await maria('PATCH', '/api/trucks/8/', { body: { photo: { file } } })).toMatchObject({
      status: 400,
      body: { photo: ['This file belongs to another record.'] },
    })
  })

  test('stores a photo that a user who may view trucks can see, and another user cannot', async () => {
    const { body } = await post([data(aTruck('1042')), photo()])
    const [bare = ''] = body.photo.split('?')
    const statusFor = async (view: 'trucks' | 'trailers') =>
      (await (await site.as(await hire(site.db, { view: [view] })))('GET', bare)).status
    expect([await statusFor('trucks'), await statusFor('trailers')]).toEqual([200, 403])
  })
})

describe('an invalid form is refused by field and leaves nothing behind:', () => {
  const truckOf = (over: Record<string, unknown> = {}) => data(aTruck('1042', over))
  const big = () => Buffer.concat([picture], 5 * 1024 * 1024 + 1)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each<readonly [string, string, () => readonly FormPart[], string | null]>([
    ['only a photo, without `data`', 'transport_model', () => [photo()], 'This field is required.'],
    ['no parts', 'data', () => [], 'This field is required.'],
    ['`data` that is not JSON', 'data', () => [text('data', '{"year":'), photo()], 'Enter valid JSON.'],
    ['`data` that is a text', 'data', () => [text('data', '"1042"'), photo()], 'An object is required.'],
    ['`data` that is a list', 'data', () => [data([aTruck('1')]), photo()], 'An object is required.'],
    ['`data` as a file that is not JSON', 'data', () => [photo(picture, 'data'), photo()], null],
    ['a required field that is missing', 'color', () => [truckOf({ color: undefined }), photo()], null],
    ['a list where a text belongs', 'color', () => [truckOf({ color: ['Red'] }), photo()], 'Enter a text.'],
    ['an object where a number belongs', 'gomotive_id', () => [truckOf({ gomotive_id: {} }), photo()], null],
    ['a text where a driver belongs', 'driver', () => [truckOf({ driver: 'Boone' }), photo()], 'Enter a number.'],
    ['a NUL in a text', 'color', () => [truckOf({ color: 'a\0b' }), photo()], null],
    ['an impossible date', 'next_service_date', () => [truckOf({ next_service_date: '2026-02-30' }), photo()], null],
    ['two photos', 'photo', () => [truckOf(), photo(), photo()], null],
    ['a photo named in `data` as well', 'photo', () => [truckOf({ photo: null }), photo()], null],
    ['a text labeled as a JPEG', 'photo', () => [truckOf(), photo('not a picture at all')], FORMAT],
    ['an HTML page labeled as a JPEG', 'photo', () => [truckOf(), photo('<!doctype html><script></script>')], FORMAT],
    ['an SVG labeled as a JPEG', 'photo', () => [truckOf(), photo(svg)], FORMAT],
    ['half a photo', 'photo', () => [truckOf(), photo(picture.subarray(0, picture.length / 2))], DAMAGED],
    ['an empty photo', 'photo', () => [truckOf(), photo('')], null],
    ['a photo of more than 5 MB', 'photo', () => [truckOf(), photo(big())], SIZE],
    ['a photo sent as text', 'photo', () => [truckOf(), text('photo', 'truck.jpg')], null],
    ['an unexpected file', 'logo', () => [truckOf(), photo(picture, 'logo')], null],
    ['a photo that was never uploaded', 'photo', () => [truckOf({ photo: { upload: randomUUID() } })], null],
    ['an unknown driver', 'driver', () => [truckOf({ driver: 4711 }), photo()], null],
    ['an unknown dispatcher', 'dispatcher', () => [truckOf({ dispatcher: 4711 }), photo()], null],
    ['a status without its dates', 'status_date_to', () => [truckOf({ status: 'on_service' }), photo()], null],
    ['a year too far ahead', 'year', () => [truckOf({ year: 2099 }), photo()], null],
  ])('%s', async (_, field, parts, words) => {
    const { status, body } = await post(parts())
    expect(status).toBe(400)
    expect(Object.keys(body)).toContain(field)
    if (words) expect(body[field]).toEqual([words])
    expect(await leftovers()).toEqual(NOTHING)
  })

  test('a number that another unit has', async () => {
    await parkUnit(site.db, '1042')
    const before = await leftovers()
    expect(await post([truckOf(), photo()])).toMatchObject({ status: 400, body: { unit_number: [expect.any(String)] } })
    expect(await leftovers()).toEqual(before)
  })

  test('a change with a false photo, or of a truck that was changed meanwhile', async () => {
    await parkUnit(site.db, '7')
    expect(await patch([data({ color: 'Red' }), photo('not a picture')])).toMatchObject({
      status: 400,
      body: { photo: [FORMAT] },
    })
    const admin = await site.as(await hire(site.db, { role: 'administrator' }))
    await admin('PATCH', '/api/trucks/7/', { body: { color: 'Blue' } })
    const before = await site.db.query('test.files', 'select 1 from files')
    expect((await patch([data({ color: 'Red' }), photo()], { 'if-match': '"1"' })).status).toBe(412)
    expect(await site.db.query('test.files', 'select 1 from files')).toEqual(before)
    expect((await maria('GET', '/api/trucks/7/')).body).toMatchObject({ color: 'Blue', photo: null, version: 2 })
  })
})

test('an uploaded photo becomes the photo of the new truck', async () => {
  const upload = await sendUpload(maria, picture)
  const { status, body } = await maria('POST', '/api/trucks/', { body: aTruck('1042', { photo: { upload } }) })
  expect([status, body.photo]).toEqual([201, expect.stringContaining('/photo.webp')])
  const [row] = await site.db.query('test.owner', 'select area, record_id from files')
  expect(row).toEqual({ area: 'trucks', record_id: '1042' })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepUploads } from '#server/modules/files/upload-service.ts'
import { aPhoto } from '#tests/support/a-photo.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/app.ts'
import { hire, hireDriver } from '#tests/support/company.ts'

const HOUR_MS = 3_600_000
let site: TestApp
let ruth: Caller
let ruthId: number
let driver: number

beforeAll(async () => {
  site = await testApp()
  ruthId = await hire(site.db, { role: 'administrator' })
  ruth = await site.as(ruthId)
})
afterAll(() => site.close())

const part = (by: Caller, id: string, bytes: Uint8Array, offset: number, length: number) =>
  by('PATCH', `/api/uploads/${id}/`, {
    body: Buffer.from(bytes),
    headers: {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'upload-length': String(length),
    },
  })
/** Sends bytes in parts of 700; answers the upload's name. */
async function uploaded(by: Caller, bytes: Uint8Array): Promise<string> {
  const id = randomUUID()
  const step = Math.max(700, Math.ceil(bytes.length / 8))
  for (let at = 0; at < bytes.length; at += step) {
    expect((await part(by, id, bytes.subarray(at, at + step), at, bytes.length)).status).toBe(200)
  }
  return id
}
const setPhoto = (by: Caller, photo: unknown, headers: Record<string, string> = {}) =>
  by('PATCH', `/api/drivers/${driver}/`, { body: { photo }, headers })
const photoOf = async (by: Caller = ruth) => (await by('GET', `/api/drivers/${driver}/`)).body.user.photo as string
const bytesAt = async (path: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'GET', url: path, headers })

describe('an upload', () => {
  test('goes on where it stands, from any part of it, and says where that is', async () => {
    const id = randomUUID()
    const bytes = aPhoto(1500)
    expect((await ruth('GET', `/api/uploads/${id}/`)).status).toBe(404)
    expect(await part(ruth, id, bytes.subarray(0, 700), 0, 1500)).toMatchObject({
      status: 200,
      body: { offset: 700, length: 1500 },
    })
    const again = await part(ruth, id, bytes.subarray(0, 700), 0, 1500)
    expect(again).toMatchObject({ status: 409, body: { offset: 700, detail: expect.any(String) } })
    expect(await part(ruth, id, bytes.subarray(900), 900, 1500)).toMatchObject({ status: 409, body: { offset: 700 } })
    expect((await part(ruth, id, bytes.subarray(700), 700, 1500)).body).toEqual({ offset: 1500, length: 1500 })
    expect((await ruth('GET', `/api/uploads/${id}/`)).body).toEqual({ offset: 1500, length: 1500 })
    const taken = await setPhotoOfNewDriver({ upload: id })
    expect(taken.status).toBe(200)
    expect((await bytesAt(taken.body.user.photo)).rawPayload).toEqual(Buffer.from(bytes))
  })
  test('whose same part arrives several times at once counts it once', async () => {
    const id = randomUUID()
    const bytes = aPhoto(1500)
    const answers = await Promise.all([1, 2, 3, 4].map(() => part(ruth, id, bytes, 0, 1500)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(answers.map(({ body }) => body.offset)).toEqual([1500, 1500, 1500, 1500])
    expect([...site.files.kept.keys()].filter((name) => name.includes(id))).toHaveLength(1)
    const { body } = await setPhotoOfNewDriver({ upload: id })
    expect((await bytesAt(body.user.photo)).rawPayload).toEqual(Buffer.from(bytes))
  })
  test('is its own person’s alone: to others the same name is another upload', async () => {
    const other = await site.as(await hire(site.db, { role: 'administrator' }))
    const id = await uploaded(ruth, aPhoto())
    expect((await other('GET', `/api/uploads/${id}/`)).status).toBe(404)
    expect(await setPhotoOfNewDriver({ upload: id }, other)).toMatchObject({
      status: 400,
      body: { photo: ['The file was not uploaded whole. Choose it again.'] },
    })
    expect((await part(other, id, aPhoto(9), 0, 9)).body).toEqual({ offset: 9, length: 9 })
    expect((await ruth('GET', `/api/uploads/${id}/`)).body).toEqual({ offset: 2000, length: 2000 })
  })
  test('has as many bytes as it said, 10 MB at most', async () => {
    const id = randomUUID()
    expect((await part(ruth, id, aPhoto(20), 0, 10)).status).toBe(400)
    await part(ruth, id, aPhoto(10), 0, 20)
    expect(await part(ruth, id, aPhoto(10), 10, 21)).toMatchObject({
      status: 400,
      body: { 'upload-length': ['This upload has 20 bytes.'] },
    })
    expect(await part(ruth, randomUUID(), aPhoto(10), 0, 10 * 1024 * 1024 + 1)).toMatchObject({ status: 413 })
  })
  test('whose bytes the server has lost begins anew, and the change that waits for it goes through', async () => {
    const bytes = aPhoto(1500)
    const id = await uploaded(ruth, bytes)
    const [lost = ''] = [...site.files.kept.keys()].filter((name) => name.includes(id))
    await site.files.remove(lost)
    expect((await setPhotoOfNewDriver({ upload: id })).status).toBe(500)
    expect((await ruth('GET', `/api/uploads/${id}/`)).status).toBe(404)
    expect((await part(ruth, id, bytes, 0, 1500)).status).toBe(200)
    expect((await setPhoto(ruth, { upload: id })).status).toBe(200)
  })
  test('is made of 500 parts at most', async () => {
    const id = randomUUID()
    for (let at = 0; at < 500; at += 1) await part(ruth, id, Buffer.of(1), at, 1500)
    expect(await part(ruth, id, aPhoto(1000), 500, 1500)).toMatchObject({
      status: 400,
      body: { non_field_errors: ['An upload has 500 parts at most.'] },
    })
  })
  test('that nobody uses goes after 90 days; the parts of a used one go, and the file stays', async () => {
    const used = await uploaded(ruth, aPhoto())
    const { body } = await setPhotoOfNewDriver({ upload: used })
    const unused = await uploaded(ruth, aPhoto())
    const partsOf = (id: string) =>
      [...site.files.kept.keys()].filter((name) => name.startsWith(`uploads/${ruthId}-${id}/`))
    expect([partsOf(used).length, partsOf(unused).length]).toEqual([3, 3])
    await sweepUploads(site.db, site.files, new Date(NOW.getTime() + HOUR_MS))
    expect([partsOf(used).length, partsOf(unused).length]).toEqual([0, 3])
    expect((await ruth('GET', `/api/uploads/${used}/`)).status).toBe(200)
    await sweepUploads(site.db, site.files, new Date(NOW.getTime() + 91 * 24 * HOUR_MS))
    expect([
      (await ruth('GET', `/api/uploads/${used}/`)).status,
      (await ruth('GET', `/api/uploads/${unused}/`)).status,
    ]).toEqual([404, 404])
    expect(partsOf(unused)).toEqual([])
    expect((await bytesAt(body.user.photo)).statusCode).toBe(200)
  })
})

async function setPhotoOfNewDriver(photo: unknown, by: Caller = ruth) {
  driver = await hireDriver(site.db)
  return setPhoto(by, photo)
}

describe('a driver’s photo', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('is a %s by its bytes, and served as one', async (type) => {
    const { status, body } = await setPhotoOfNewDriver({ upload: await uploaded(ruth, aPhoto(2000, type)) })
    expect([status, body.version]).toEqual([200, 2])
    const { headers, rawPayload } = await bytesAt(body.user.photo)
    expect(headers).toMatchObject({
      'content-type': `image/${type}`,
      'content-length': '2000',
      'content-disposition': `inline; filename="photo.${type === 'jpeg' ? 'jpg' : type}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(rawPayload).toEqual(Buffer.from(aPhoto(2000, type)))
    expect((await ruth('GET', `/api/history/drivers/${driver}/`)).body.results[0]).toMatchObject({
      field: 'photo',
      from: null,
    })
  })
  test('that is none is refused in the words for it, and nothing is written', async () => {
    const html = Buffer.from('<script>alert(1)</script>'.padEnd(2000))
    expect(await setPhotoOfNewDriver({ upload: await uploaded(ruth, html) })).toMatchObject({
      status: 400,
      body: { photo: ['Only .jpg, .jpeg, .png and .webp formats are supported.'] },
    })
    const large = await uploaded(ruth, aPhoto(5 * 1024 * 1024 + 1))
    expect((await setPhoto(ruth, { upload: large })).body).toEqual({ photo: ['Max image size is 5MB.'] })
    expect((await setPhoto(ruth, { upload: await uploaded(ruth, aPhoto(5 * 1024 * 1024)) })).status).toBe(200)
    const half = randomUUID()
    await part(ruth, half, aPhoto(700), 0, 2000)
    expect((await setPhoto(ruth, { upload: half })).status).toBe(400)
    expect((await ruth('GET', `/api/drivers/${driver}/`)).body.version).toBe(2)
  })
  test('is for administrators to change, whoever may edit drivers', async () => {
    const dispatcher = await site.as(await hire(site.db, { view: ['drivers'], edit: ['drivers'] }))
    const upload = await uploaded(dispatcher, aPhoto())
    expect((await setPhotoOfNewDriver({ upload }, dispatcher)).status).toBe(403)
    expect((await setPhoto(dispatcher, null)).status).toBe(403)
    expect((await dispatcher('PATCH', `/api/drivers/${driver}/`, { body: { rate: '0.6' } })).status).toBe(200)
  })
  test('is set once, however often the change is sent, and the stored answer’s link is always fresh', async () => {
    const upload = await uploaded(ruth, aPhoto())
    driver = await hireDriver(site.db)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await setPhoto(ruth, { upload }, headers)
    site.clock.now = new Date(NOW.getTime() + 40 * 24 * HOUR_MS)
    const later = await site.as(ruthId)
    const second = await setPhoto(later, { upload }, headers)
    expect(second).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' }, body: { version: 2 } })
    expect((await bytesAt(first.body.user.photo)).statusCode).toBe(401)
    expect((await bytesAt(second.body.user.photo)).statusCode).toBe(200)
    expect((await setPhoto(later, { upload })).body).toMatchObject({ version: 2 })
    site.clock.now = NOW
    expect((await setPhotoOfNewDriver({ upload })).body).toEqual({ photo: ['This file belongs to something else.'] })
  })
  test('can be taken away, and a former one put back; another driver’s can not be taken', async () => {
    const { body } = await setPhotoOfNewDriver({ upload: await uploaded(ruth, aPhoto()) })
    const file = body.user.photo.split('/')[3]
    expect((await setPhoto(ruth, null)).body.user.photo).toBeNull()
    const back = await setPhoto(ruth, { file })
    expect((await bytesAt(back.body.user.photo)).rawPayload).toEqual(Buffer.from(aPhoto()))
    expect((await setPhotoOfNewDriver({ file })).status).toBe(400)
    expect((await setPhoto(ruth, { file: randomUUID() })).status).toBe(400)
  })
  test('that two people set at once is a conflict, and the one that stands is untouched', async () => {
    await setPhotoOfNewDriver({ upload: await uploaded(ruth, aPhoto(2000, 'png')) })
    const other = await site.as(await hire(site.db, { role: 'administrator' }))
    const upload = await uploaded(other, aPhoto())
    expect((await setPhoto(other, { upload }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await bytesAt(await photoOf())).headers['content-type']).toBe('image/png')
    expect((await setPhoto(other, { upload }, { 'if-match': '"2"' })).status).toBe(200)
  })
})

describe('a link to a file', () => {
  const inHours = (hours: number) => {
    site.clock.now = new Date(NOW.getTime() + hours * HOUR_MS)
  }
  test('stays the same for hours, so that browsers keep the picture, and then expires', async () => {
    await setPhotoOfNewDriver({ upload: await uploaded(ruth, aPhoto()) })
    const path = await photoOf()
    inHours(0.2)
    expect(await photoOf()).toBe(path)
    const { headers } = await bytesAt(path)
    expect(headers['cache-control']).toMatch(/^private, max-age=\d{5}, immutable$/)
    expect((await bytesAt(path, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    inHours(12)
    expect((await bytesAt(path)).statusCode).toBe(200)
    const fresh = await site.as(ruthId)
    expect(await photoOf(fresh)).not.toBe(path)
    inHours(24)
    expect((await bytesAt(path)).statusCode).toBe(401)
    inHours(0)
  })
  test('comes in lists too, whose ETag changes with it', async () => {
    await setPhotoOfNewDriver({ upload: await uploaded(ruth, aPhoto()) })
    const { body, headers } = await ruth('GET', '/api/drivers/?limit=1000')
    const row = body.results.find((one: { id: number }) => one.id === driver)
    expect((await bytesAt(row.user.photo)).statusCode).toBe(200)
    inHours(13)
    const later = await site.as(ruthId)
    const known = { 'if-none-match': String(headers.etag) }
    expect((await later('GET', '/api/drivers/?limit=1000', { headers: known })).status).toBe(200)
    inHours(0)
  })
  test('that was tampered with opens nothing', async () => {
    await setPhotoOfNewDriver({ upload: await uploaded(ruth, aPhoto()) })
    const path = await photoOf()
    const { body } = await setPhotoOfNewDriver({ upload: await uploaded(ruth, aPhoto()) })
    const [other = ''] = body.user.photo.split('?')
    const [own = '', query = ''] = path.split('?')
    const bad = [
      own,
      `${own}?`,
      `${other}?${query}`,
      path.replace(/expires=\d/, 'expires=9'),
      `${path.slice(0, -3)}AAA`,
    ]
    for (const one of [...bad, `${own}?expires=99999999999&signature=`])
      expect((await bytesAt(one)).statusCode, one).toBe(401)
  })
  test('is not needed by who is signed in and may view the record', async () => {
    await setPhotoOfNewDriver({ upload: await uploaded(ruth, aPhoto()) })
    const [path = ''] = (await photoOf()).split('?')
    const viewer = await site.accessFor(await hire(site.db, { view: ['drivers'] }))
    const stranger = await site.accessFor(await hire(site.db, { view: ['schedule'] }))
    const asked = (token: string) => bytesAt(path, { authorization: `Bearer ${token}` })
    expect((await asked(viewer)).headers['cache-control']).toBe('private, no-cache')
    expect((await asked(viewer)).rawPayload).toEqual(Buffer.from(aPhoto()))
    expect((await asked(stranger)).statusCode).toBe(403)
  })
  test('is never made of what people write', async () => {
    await setPhotoOfNewDriver({ upload: await uploaded(ruth, aPhoto()) })
    const [path = ''] = (await photoOf()).split('?')
    const note = `"photo":"${path}"`
    const day = { date: '2026-12-01', status: 'on_the_road', description: note, driver }
    expect((await ruth('POST', '/api/schedule/', { body: day })).body.description).toBe(note)
    expect(
      (await ruth('POST', '/api/schedule/', { body: { ...day, date: '2026-12-02', description: path } })).body
        .description,
    ).toBe(path)
  })
})

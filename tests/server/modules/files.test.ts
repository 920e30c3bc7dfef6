import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { thumbnailOf } from '#contract/files/files.ts'
import { sweepFiles } from '#server/modules/files/file-service.ts'
import { sweepUploads } from '#server/modules/files/upload-service.ts'
import { aRealPhoto } from '#tests/support/browser/real-photo.ts'
import { aPhoto } from '#tests/support/builders/a-photo.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { sendPart as part, sendUpload as uploaded } from '#tests/support/server/send-upload.ts'

const HOUR_MS = 3_600_000
let site: TestApp
let ruth: Caller
let ruthId: number
let driver: number
/** About two kilobytes. */
let photo: Buffer

beforeAll(async () => {
  photo = await aRealPhoto('jpeg', { width: 50, height: 40 })
  site = await testApp()
  ruthId = await hire(site.db, { role: 'administrator' })
  ruth = await site.as(ruthId)
})
afterAll(() => site.close())

const setPhoto = (by: Caller, ref: unknown, headers: Record<string, string> = {}) =>
  by('PATCH', `/api/drivers/${driver}/`, { body: { photo: ref }, headers })
const photoOf = async (by: Caller = ruth) => (await by('GET', `/api/drivers/${driver}/`)).body.user.photo as string
const bytesAt = async (path: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'GET', url: path, headers })

describe('an upload', () => {
  test('resumes at its stored offset; a part for another offset gets 409 with the stored one', async () => {
    const id = randomUUID()
    const { length } = photo
    expect((await ruth('GET', `/api/uploads/${id}/`)).status).toBe(404)
    expect(await part(ruth, id, photo.subarray(0, 700), 0, length)).toMatchObject({
      status: 200,
      body: { offset: 700, length },
    })
    const again = await part(ruth, id, photo.subarray(0, 700), 0, length)
    expect(again).toMatchObject({ status: 409, body: { offset: 700, detail: expect.any(String) } })
    expect(await part(ruth, id, photo.subarray(900), 900, length)).toMatchObject({ status: 409, body: { offset: 700 } })
    expect((await part(ruth, id, photo.subarray(700), 700, length)).body).toEqual({ offset: length, length })
    expect((await ruth('GET', `/api/uploads/${id}/`)).body).toEqual({ offset: length, length })
    expect((await setPhotoOfNewDriver({ upload: id })).status).toBe(200)
  })
  test('counts a part once that arrives several times at the same time', async () => {
    const id = randomUUID()
    const { length } = photo
    const answers = await Promise.all([1, 2, 3, 4].map(() => part(ruth, id, photo, 0, length)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(answers.map(({ body }) => body.offset)).toEqual([length, length, length, length])
    expect([...site.files.bytesByName.keys()].filter((name) => name.includes(id))).toHaveLength(1)
    expect((await setPhotoOfNewDriver({ upload: id })).status).toBe(200)
  })
  test('is refused beyond 200 unused uploads of one user, even when they begin at the same time in several sessions', async () => {
    const driverId = await hire(site.db)
    const sessions = await Promise.all(Array.from({ length: 4 }, () => site.as(driverId)))
    const before = site.files.bytesByName.size
    const answers = await Promise.all(
      Array.from({ length: 260 }, (_, n) => part(sessions[n % 4]!, randomUUID(), photo.subarray(0, 1), 0, 10)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60)
    expect(site.files.bytesByName.size - before).toBe(200)
  })
  test('counts with its announced length against the byte limit, even when many begin at the same time', async () => {
    const caller = await site.as(await hire(site.db))
    const length = 10 * 1024 * 1024
    const ask = () => part(caller, randomUUID(), photo.subarray(0, 1), 0, length)
    const begun = await Promise.all(Array.from({ length: 60 }, ask))
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(50)
  })
  test('of one byte counts against the limit of 200 too; continuing one adds nothing, and using one makes room', async () => {
    const driverId = await hire(site.db)
    const caller = await site.as(driverId)
    const begun = randomUUID()
    expect((await part(caller, begun, photo.subarray(0, 1), 0, 2)).status).toBe(200)
    await site.db.query(
      'test.hoard',
      `insert into uploads (user_id, id, length, received, parts, touched_at, file_id)
       select $1, gen_random_uuid(), 1, 1, array['x'], $2::timestamptz, gen_random_uuid() from generate_series(1, 198)`,
      [driverId, NOW.toISOString()],
    )
    const one = () => part(caller, randomUUID(), photo.subarray(0, 1), 0, 1)
    expect((await one()).status).toBe(200)
    expect(await one()).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
    expect((await part(caller, begun, photo.subarray(1, 2), 1, 2)).status).toBe(200)
    expect((await one()).status).toBe(429)
    await site.db.query('test.use', 'update uploads set is_used = true where user_id = $1 and id = $2::uuid', [
      driverId,
      begun,
    ])
    expect((await one()).status).toBe(200)
    expect((await part(ruth, randomUUID(), photo.subarray(0, 1), 0, 1)).status).toBe(200)
  })
  test('belongs to its user: another user’s upload with the same id is a different upload', async () => {
    const other = await site.as(await hire(site.db, { role: 'administrator' }))
    const id = await uploaded(ruth, photo)
    expect((await other('GET', `/api/uploads/${id}/`)).status).toBe(404)
    expect(await setPhotoOfNewDriver({ upload: id }, other)).toMatchObject({
      status: 400,
      body: { photo: ['The file was not completely uploaded. Choose it again.'] },
    })
    expect((await part(other, id, aPhoto(9), 0, 9)).body).toEqual({ offset: 9, length: 9 })
    expect((await ruth('GET', `/api/uploads/${id}/`)).body).toEqual({ offset: photo.length, length: photo.length })
  })
  test('must match its announced length, at most 10 MB', async () => {
    const id = randomUUID()
    expect((await part(ruth, id, aPhoto(20), 0, 10)).status).toBe(400)
    await part(ruth, id, aPhoto(10), 0, 20)
    expect(await part(ruth, id, aPhoto(10), 10, 21)).toMatchObject({
      status: 400,
      body: { 'upload-length': ['This upload has 20 bytes.'] },
    })
    expect(await part(ruth, randomUUID(), aPhoto(10), 0, 10 * 1024 * 1024 + 1)).toMatchObject({ status: 413 })
  })
  test('whose bytes the server has lost starts over, and the waiting change then succeeds', async () => {
    const id = randomUUID()
    await part(ruth, id, photo, 0, photo.length)
    await site.files.remove('uploads')
    await site.files.remove('kept')
    expect((await setPhotoOfNewDriver({ upload: id })).status).toBe(500)
    expect((await ruth('GET', `/api/uploads/${id}/`)).status).toBe(404)
    expect((await part(ruth, id, photo, 0, photo.length)).status).toBe(200)
    expect((await setPhoto(ruth, { upload: id })).status).toBe(200)
  })
  test('that is deleted because its bytes were lost leaves no photo or thumbnail made from it', async () => {
    const id = await uploaded(ruth, photo)
    const stored = [...site.files.bytesByName.keys()]
    const [lost = ''] = stored.filter((name) => name.includes(id))
    await site.files.remove(lost)
    expect((await ruth('GET', `/api/uploads/${id}/`)).status).toBe(404)
    const names = stored.slice(-2)
    expect(names).toEqual([expect.stringMatching(/^kept\//), `${names[0]}-thumbnail`])
    for (const name of names) expect(site.files.bytesByName.has(name), name).toBe(false)
  })
  test('has at most 500 parts', async () => {
    const id = randomUUID()
    for (let at = 0; at < 500; at += 1) await part(ruth, id, Buffer.of(1), at, 1500)
    expect(await part(ruth, id, aPhoto(1000), 500, 1500)).toMatchObject({
      status: 400,
      body: { non_field_errors: ['An upload has 500 parts at most.'] },
    })
  })
  test('is deleted with its photo after a week if unused; a used upload is known for 90 days, and its file stays', async () => {
    const used = await uploaded(ruth, photo)
    const { body } = await setPhotoOfNewDriver({ upload: used })
    const before = new Set(site.files.bytesByName.keys())
    const unused = await uploaded(ruth, photo)
    const stored = [...site.files.bytesByName.keys()].filter((name) => name.startsWith('kept/') && !before.has(name))
    const isThere = () => stored.map((name) => site.files.bytesByName.has(name))
    const partsOf = (id: string) =>
      [...site.files.bytesByName.keys()].filter((name) => name.startsWith(`uploads/${ruthId}-${id}/`))
    const count = partsOf(used).length
    expect([partsOf(unused).length, count > 1, isThere()]).toEqual([count, true, [true, true]])
    await sweepUploads(site.db, site.files, new Date(NOW.getTime() + HOUR_MS))
    expect([partsOf(used).length, partsOf(unused).length, isThere()]).toEqual([0, count, [true, true]])
    expect((await ruth('GET', `/api/uploads/${used}/`)).status).toBe(200)
    const answersAfter = async (days: number) => {
      await sweepUploads(site.db, site.files, new Date(NOW.getTime() + days * 24 * HOUR_MS))
      return Promise.all([used, unused].map(async (id) => (await ruth('GET', `/api/uploads/${id}/`)).status))
    }
    expect([await answersAfter(6.9), isThere()]).toEqual([
      [200, 200],
      [true, true],
    ])
    expect([await answersAfter(7.1), partsOf(unused), isThere()]).toEqual([[200, 404], [], [false, false]])
    // A device that was offline for weeks uploads the file again from its first byte, with the same id.
    expect(await part(ruth, unused, photo, 0, photo.length)).toMatchObject({ status: 200 })
    expect(await answersAfter(89)).toEqual([200, 404])
    expect(await answersAfter(91)).toEqual([404, 404])
    expect((await bytesAt(body.user.photo)).statusCode).toBe(200)
    const thumbnail = await bytesAt(thumbnailOf(body.user.photo))
    expect(thumbnail.headers['content-disposition']).toContain('thumbnail.webp')
  })
})

describe('after a user is deleted', () => {
  const remove = (user: number) => site.db.query('test.remove', 'delete from users where id = $1', [user])
  const sweep = (files = site.files) => sweepUploads(site.db, files, NOW)
  const under = (folder: string) => [...site.files.bytesByName.keys()].filter((name) => name.startsWith(folder))
  const rowsOf = async (user: number) =>
    (await site.db.query('test.rows', 'select 1 from uploads where user_id = $1', [user])).length

  test('the next sweep removes the uploads and their unused photos; a photo that another record names stays', async () => {
    const user = await hire(site.db, { role: 'administrator' })
    const boss = await site.as(user)
    expect((await setPhotoOfNewDriver({ upload: await uploaded(boss, photo) }, boss)).status).toBe(200)
    const stays = await photoOf()
    const storedForRecord = under('kept/')
    await uploaded(boss, photo)
    await part(boss, randomUUID(), photo.subarray(0, 700), 0, photo.length)
    const others = await uploaded(ruth, photo)
    const storedForUploads = under('kept/').filter((name) => !storedForRecord.includes(name))
    const parts = under(`uploads/${user}-`).length
    await remove(user)
    expect([parts > 3, storedForUploads.length, await rowsOf(user)]).toEqual([true, 4, 3])
    await Promise.all([sweep(), sweep()])
    expect([under(`uploads/${user}-`), await rowsOf(user)]).toEqual([[], 0])
    expect(storedForUploads.map((name) => site.files.bytesByName.has(name))).toEqual([false, false, true, true])
    expect((await ruth('GET', `/api/uploads/${others}/`)).status).toBe(200)
    for (const path of [stays, thumbnailOf(stays)])
      expect((await bytesAt(path)).headers['content-type']).toBe('image/webp')
    expect(storedForRecord).toEqual(
      expect.arrayContaining(under('kept/').filter((name) => !storedForUploads.includes(name))),
    )
  })
  test('a sweep that fails halfway is completed by the next one', async () => {
    const user = await hire(site.db, { role: 'administrator' })
    await uploaded(await site.as(user), photo)
    await remove(user)
    const breaking = { ...site.files, remove: () => Promise.reject(new Error('the disk is gone')) }
    await expect(sweep(breaking)).rejects.toThrow('the disk is gone')
    expect([under(`uploads/${user}-`).length > 0, await rowsOf(user)]).toEqual([true, 1])
    await sweep()
    expect([under(`uploads/${user}-`), await rowsOf(user)]).toEqual([[], 0])
  })
  test('the photos are removed, a driver’s too, and no other user’s', async () => {
    const stays = (await setPhotoOfNewDriver({ upload: await uploaded(ruth, photo) })).body.user.photo
    const drives = (await setPhotoOfNewDriver({ upload: await uploaded(ruth, photo) })).body.user.photo
    const [person] = await site.db.query<{ id: number }>(
      'test.person',
      'select user_id as id from drivers where id = $1',
      [driver],
    )
    const other = await hire(site.db)
    const set = await ruth('PATCH', `/api/users/users/${other}/`, {
      body: { photo: { upload: await uploaded(ruth, photo) } },
    })
    expect(set.status).toBe(200)
    await sweepFiles(site.db, site.files)
    for (const path of [stays, drives, set.body.photo]) expect((await bytesAt(path)).statusCode).toBe(200)
    for (const user of [person!.id, other]) await remove(user)
    const gone = [drives, set.body.photo].map((path: string) => path.split('/')[3]!)
    const breaking = { ...site.files, remove: () => Promise.reject(new Error('the disk is gone')) }
    await expect(sweepFiles(site.db, breaking)).rejects.toThrow('the disk is gone')
    await Promise.all([sweepFiles(site.db, site.files), sweepFiles(site.db, site.files)])
    for (const id of gone) {
      expect(under(`kept/${id.slice(0, 2)}/${id}`)).toEqual([])
      expect(await site.db.query('test.file', 'select 1 from files where id = $1::uuid', [id])).toEqual([])
    }
    for (const path of [stays, thumbnailOf(stays)])
      expect((await bytesAt(path)).headers['content-type']).toBe('image/webp')
  })
  test('every foreign key to users has an index, so that the deletion scans no table', async () => {
    const scanned = await site.db.query(
      'test.scanned',
      `select c.conrelid::regclass::text as "table" from pg_constraint c
       where c.contype = 'f' and c.confrelid = 'users'::regclass and not exists (
         select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
    )
    expect(scanned).toEqual([])
  })
})

async function setPhotoOfNewDriver(ref: unknown, by: Caller = ruth) {
  driver = await hireDriver(site.db)
  return setPhoto(by, ref)
}

describe('a driver’s photo', () => {
  test('is recorded in the history when it is set', async () => {
    expect((await setPhotoOfNewDriver({ upload: await uploaded(ruth, photo) })).body.version).toBe(2)
    expect((await ruth('GET', `/api/history/drivers/${driver}/`)).body.results[0]).toMatchObject({
      field: 'photo',
      from: null,
    })
  })
  test('can be changed by administrators only, not by other users who may edit drivers', async () => {
    const dispatcher = await site.as(await hire(site.db, { view: ['drivers'], edit: ['drivers'] }))
    const upload = await uploaded(dispatcher, photo)
    expect((await setPhotoOfNewDriver({ upload }, dispatcher)).status).toBe(403)
    expect((await setPhoto(dispatcher, null)).status).toBe(403)
    expect((await dispatcher('PATCH', `/api/drivers/${driver}/`, { body: { rate: '0.6' } })).status).toBe(200)
  })
  test('is set once, however often the change is sent, and the link in the stored response is always fresh', async () => {
    const upload = await uploaded(ruth, photo)
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
    expect((await setPhotoOfNewDriver({ upload })).body).toEqual({ photo: ['This file belongs to another record.'] })
  })
  test('can be removed and restored; another driver’s photo cannot be used', async () => {
    const { body } = await setPhotoOfNewDriver({ upload: await uploaded(ruth, photo) })
    const file = body.user.photo.split('/')[3]
    expect((await setPhoto(ruth, null)).body.user.photo).toBeNull()
    expect((await setPhoto(ruth, { file })).body.user.photo).toBe(body.user.photo)
    expect((await setPhotoOfNewDriver({ file })).status).toBe(400)
    expect((await setPhoto(ruth, { file: randomUUID() })).status).toBe(400)
  })
  test('set from an outdated version is a conflict, and the stored photo stays', async () => {
    const { body } = await setPhotoOfNewDriver({ upload: await uploaded(ruth, photo) })
    const other = await site.as(await hire(site.db, { role: 'administrator' }))
    const upload = await uploaded(other, photo)
    expect((await setPhoto(other, { upload }, { 'if-match': '"1"' })).status).toBe(412)
    expect(await photoOf()).toBe(body.user.photo)
    expect((await setPhoto(other, { upload }, { 'if-match': '"2"' })).status).toBe(200)
  })
})

describe('a link to a file', () => {
  const inHours = (hours: number) => {
    site.clock.now = new Date(NOW.getTime() + hours * HOUR_MS)
  }
  test('stays the same for a while, so that lists with it do too, and expires within a day', async () => {
    await setPhotoOfNewDriver({ upload: await uploaded(ruth, photo) })
    const path = await photoOf()
    inHours(0.2)
    expect(await photoOf()).toBe(path)
    const { headers } = await bytesAt(path)
    expect(headers['cache-control']).toBe('private, no-store')
    expect((await bytesAt(path, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    inHours(12)
    expect((await bytesAt(path)).statusCode).toBe(200)
    const fresh = await site.as(ruthId)
    expect(await photoOf(fresh)).not.toBe(path)
    inHours(24)
    expect((await bytesAt(path)).statusCode).toBe(401)
    inHours(0)
  })
  test('is in lists too, and changes their ETag when it changes', async () => {
    await setPhotoOfNewDriver({ upload: await uploaded(ruth, photo) })
    const { body, headers } = await ruth('GET', '/api/drivers/?limit=1000')
    const row = body.results.find((one: { id: number }) => one.id === driver)
    expect((await bytesAt(row.user.photo)).statusCode).toBe(200)
    inHours(13)
    const later = await site.as(ruthId)
    const known = { 'if-none-match': String(headers.etag) }
    expect((await later('GET', '/api/drivers/?limit=1000', { headers: known })).status).toBe(200)
    inHours(0)
  })
  test('opens nothing after it was tampered with', async () => {
    await setPhotoOfNewDriver({ upload: await uploaded(ruth, photo) })
    const path = await photoOf()
    const { body } = await setPhotoOfNewDriver({ upload: await uploaded(ruth, photo) })
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
  test('is not needed by a signed-in user who may view the record', async () => {
    await setPhotoOfNewDriver({ upload: await uploaded(ruth, photo) })
    const [path = ''] = (await photoOf()).split('?')
    const viewer = await site.accessFor(await hire(site.db, { view: ['drivers'] }))
    const stranger = await site.accessFor(await hire(site.db, { view: ['schedule'] }))
    const openAs = (token: string) => bytesAt(path, { authorization: `Bearer ${token}` })
    expect((await openAs(viewer)).headers['cache-control']).toBe('private, no-store')
    expect((await openAs(viewer)).headers['content-type']).toBe('image/webp')
    expect((await openAs(stranger)).statusCode).toBe(403)
  })
  test('is never created from text that users write', async () => {
    await setPhotoOfNewDriver({ upload: await uploaded(ruth, photo) })
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

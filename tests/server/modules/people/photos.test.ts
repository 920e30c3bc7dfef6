import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { thumbnailOf } from '#contract/files/files.ts'
import { fileName } from '#server/modules/files/file-names.ts'
import { insertFile } from '#server/modules/files/file-repository.ts'
import { type FileUse, usePhoto } from '#server/modules/files/file-service.ts'
import { aDecompressionBomb, anAnimation, aPhonePhoto, aRealPhoto } from '#tests/support/browser/real-photo.ts'
import { aPhoto } from '#tests/support/builders/a-photo.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { sendPart, sendUpload } from '#tests/support/server/send-upload.ts'

const DAMAGED = 'This picture is damaged: a part of it is missing. Take it again, or have it sent again.'
const FORMAT = 'Only .jpg, .jpeg, .png and .webp formats are supported.'
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

async function setPhoto(bytes: Uint8Array) {
  driver = await hireDriver(site.db)
  return ruth('PATCH', `/api/drivers/${driver}/`, { body: { photo: { upload: await sendUpload(ruth, bytes) } } })
}
const fetchFile = (path: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'GET', url: path, headers })
/** Sets a photo of a new driver. Returns its path, and the photo and thumbnail as they are served. */
async function servedPhoto(bytes: Uint8Array): Promise<{ path: string; photo: Buffer; thumbnail: Buffer }> {
  const { status, body } = await setPhoto(bytes)
  expect(status).toBe(200)
  const path: string = body.user.photo
  return { path, photo: (await fetchFile(path)).rawPayload, thumbnail: (await fetchFile(thumbnailOf(path))).rawPayload }
}
async function sizeOf(picture: Buffer): Promise<readonly (string | number)[]> {
  const { format, width, height } = await sharp(picture).metadata()
  return [format, width, height]
}
/** The approximate color of a pixel: red, green and blue from 0 to 2. */
async function colorAt(picture: Buffer, left: number, top: number): Promise<readonly number[]> {
  const pixel = await sharp(picture).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return [...pixel].map((value) => Math.round((value / 255) * 2))
}
const RED = [2, 0, 0]
const BLUE = [0, 0, 2]

describe('a photo', () => {
  test('of a phone held upright is shown upright, without its metadata', async () => {
    const taken = await aPhonePhoto()
    expect(taken.includes('Haulyphone')).toBe(true)
    expect(await sharp(taken).metadata()).toMatchObject({ width: 1200, height: 900, orientation: 6 })
    const { photo, thumbnail } = await servedPhoto(taken)
    for (const picture of [photo, thumbnail]) {
      const { exif, xmp, iptc, orientation } = await sharp(picture).metadata()
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
      expect(picture.includes('Haulyphone')).toBe(false)
    }
    expect([await sizeOf(photo), await sizeOf(thumbnail)]).toEqual([
      ['webp', 462, 616],
      ['webp', 180, 180],
    ])
    expect([await colorAt(photo, 440, 20), await colorAt(photo, 20, 20)]).toEqual([RED, BLUE])
  })
  test.each(['jpeg', 'png', 'webp'] as const)('can be sent as %s, and is served as WebP', async (format) => {
    const { path, photo } = await servedPhoto(await aRealPhoto(format))
    expect(path).toMatch(/^\/api\/files\/[0-9a-f-]{36}\/photo\.webp\?/)
    expect(await sizeOf(photo)).toEqual(['webp', 616, 479])
    expect((await fetchFile(path)).headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(photo.length),
      'content-disposition': 'inline; filename="photo.webp"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })
  test('is never enlarged, and an animation keeps only its first frame', async () => {
    const small = await servedPhoto(await aRealPhoto('png', { width: 200, height: 100 }))
    expect([await sizeOf(small.photo), await sizeOf(small.thumbnail)]).toEqual([
      ['webp', 200, 100],
      ['webp', 180, 100],
    ])
    const { photo } = await servedPhoto(await anAnimation())
    expect([await sizeOf(photo), await colorAt(photo, 50, 50)]).toEqual([['webp', 100, 100], RED])
    expect((await sharp(photo).metadata()).pages).toBeUndefined()
  })
  test('of 5 MB is accepted, one byte more is refused', async () => {
    const picture = await aRealPhoto()
    const padded = (size: number) => Buffer.concat([picture], size)
    expect((await setPhoto(padded(5 * 1024 * 1024))).status).toBe(200)
    expect(await setPhoto(padded(5 * 1024 * 1024 + 1))).toMatchObject({
      status: 400,
      body: { photo: ['Max image size is 5MB.'] },
    })
  })
  test('with too many pixels is refused, even if its file is small', async () => {
    const bomb = aDecompressionBomb()
    expect(bomb.length).toBeLessThan(100_000)
    const words =
      'This image has too many pixels. It has 20000 × 20000, that is 400 megapixels; at most 50 can be taken. Make it smaller first.'
    expect(await setPhoto(bomb)).toMatchObject({ status: 400, body: { photo: [words] } })
  })
  test('is recognized by its bytes: other files and damaged pictures are refused, and nothing of them stays', async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(800)])
    const [jpeg, png, webp] = await Promise.all((['jpeg', 'png', 'webp'] as const).map((one) => aRealPhoto(one)))
    const half = (picture: Buffer | undefined) => picture?.subarray(0, picture.length / 2) ?? Buffer.alloc(1)
    const others = {
      'a text': Buffer.from('not a picture at all'),
      'an HTML page': Buffer.from('<!doctype html><script>alert(1)</script>'),
      SVG: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      ),
      GIF: await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .gif()
        .toBuffer(),
      'only the beginning of a JPEG': Buffer.from(aPhoto(2000)),
    }
    const damaged = { 'half a JPEG': half(jpeg), 'half a PNG': half(png), 'half a WebP': half(webp) }
    const all = [
      ...Object.entries(others).map(([title, bytes]) => [title, bytes, FORMAT] as const),
      ['HEIC', heic, expect.stringMatching(/^Only .* supported\. This is a picture in the HEIC format\./)] as const,
      ...Object.entries(damaged).map(([title, bytes]) => [title, bytes, DAMAGED] as const),
    ]
    for (const [title, bytes, words] of all) {
      const storedFiles = [...site.files.bytesByName.keys()].filter((name) => name.startsWith('kept/'))
      expect(await setPhoto(bytes), title).toMatchObject({ status: 400, body: { photo: [words] } })
      expect(
        [...site.files.bytesByName.keys()].filter((name) => name.startsWith('kept/')),
        title,
      ).toEqual(storedFiles)
      expect((await ruth('GET', `/api/drivers/${driver}/`)).body, title).toMatchObject({
        version: 1,
        user: { photo: null },
      })
    }
  })
  test('whose server stopped before developing it is developed when it is used', async () => {
    const upload = await sendUpload(ruth, await aRealPhoto())
    const developed = [...site.files.bytesByName.keys()].slice(-2)
    for (const name of developed) await site.files.remove(name)
    driver = await hireDriver(site.db)
    const { body } = await ruth('PATCH', `/api/drivers/${driver}/`, { body: { photo: { upload } } })
    expect(await sizeOf((await fetchFile(body.user.photo)).rawPayload)).toEqual(['webp', 616, 479])
    for (const name of developed) expect(site.files.bytesByName.has(name), name).toBe(true)
  })
  test('that arrives with 39 others at the same time is accepted, or its device is told to retry', async () => {
    const picture = await aRealPhoto('jpeg', { width: 80, height: 60 })
    const uploads = await Promise.all(Array.from({ length: 40 }, () => sendUpload(ruth, picture)))
    const drivers = await Promise.all(uploads.map(() => hireDriver(site.db)))
    const answers = await Promise.all(
      uploads.map((upload, at) => ruth('PATCH', `/api/drivers/${drivers[at]}/`, { body: { photo: { upload } } })),
    )
    for (const answer of answers) {
      if (answer.status !== 200) expect(answer).toMatchObject({ status: 409, headers: { 'retry-after': '1' } })
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(21)
  })
  test('is developed before its change, which no longer needs the uploaded bytes', async () => {
    const id = randomUUID()
    const picture = await aRealPhoto()
    await sendPart(ruth, id, picture, 0, picture.length)
    await site.files.remove('uploads')
    driver = await hireDriver(site.db)
    expect((await ruth('PATCH', `/api/drivers/${driver}/`, { body: { photo: { upload: id } } })).status).toBe(200)
  })
})

describe('a thumbnail', () => {
  test('is only visible to users who may view the photo', async () => {
    const { path } = await servedPhoto(await aRealPhoto())
    const [bare = ''] = thumbnailOf(path).split('?')
    const tokenOf = async (view: readonly 'drivers'[]) => site.accessFor(await hire(site.db, { view }))
    const statusFor = async (token: string) => (await fetchFile(bare, { authorization: `Bearer ${token}` })).statusCode
    expect((await fetchFile(thumbnailOf(path))).headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="thumbnail.webp"',
      'cache-control': 'private, no-store',
    })
    expect([(await fetchFile(bare)).statusCode, (await fetchFile(`${thumbnailOf(path)}x`)).statusCode]).toEqual([
      401, 401,
    ])
    expect([await statusFor(await tokenOf(['drivers'])), await statusFor(await tokenOf([]))]).toEqual([200, 403])
    const unknown = bare.replace(/[0-9a-f-]{36}/, randomUUID())
    expect((await fetchFile(unknown, { authorization: `Bearer ${await tokenOf(['drivers'])}` })).statusCode).toBe(404)
  })
  test('of an older file without one is the file itself', async () => {
    const old = { id: randomUUID(), name: 'photo.jpg', type: 'image/jpeg', size: 2000, isOriginal: false }
    await site.files.store(fileName(old.id), aPhoto(2000))
    await insertFile(site.db, { ...old, area: 'drivers', record: '1', user: ruthId, now: NOW })
    const userWithPhoto = [await hire(site.db), `/api/files/${old.id}/photo.jpg`]
    await site.db.query('test.named', 'update users set photo = $2 where id = $1', userWithPhoto)
    const { headers, rawPayload } = await fetchFile(`/api/files/${old.id}/thumbnail.webp`, {
      authorization: `Bearer ${await site.accessFor(ruthId)}`,
    })
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline; filename="photo.jpg"',
    })
    expect(rawPayload).toEqual(Buffer.from(aPhoto(2000)))
  })
})

test('a stored file can be used again for another record of the same person, and for no other record', async () => {
  const upload = await sendUpload(ruth, await aRealPhoto())
  const owner = { area: 'users', record: '7' } as const
  const use: FileUse = { files: site.files, user: ruthId, now: NOW, owner, field: 'photo' }
  const path = await site.db.tx((sql) => usePhoto(sql, use, { upload }))
  const file = path.split('/')[3] ?? ''
  const asDriver = { ...use, owner: { area: 'drivers', record: '3' } } as const
  const photoPathFor = (other: FileUse, ref: { file: string } | { upload: string }) =>
    site.db.tx((sql) => usePhoto(sql, other, ref))
  expect(await photoPathFor({ ...asDriver, alsoOwnedBy: [owner] }, { file })).toBe(path)
  expect(await photoPathFor({ ...asDriver, alsoOwnedBy: [owner] }, { upload })).toBe(path)
  await expect(photoPathFor(asDriver, { file })).rejects.toMatchObject({ status: 400 })
  const others = [{ area: 'users', record: '8' }] as const
  await expect(photoPathFor({ ...asDriver, alsoOwnedBy: others }, { file })).rejects.toMatchObject({ status: 400 })
})

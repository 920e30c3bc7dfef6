import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileIdOf } from '#contract/files/files.ts'
import { sweepFiles } from '#server/modules/files/file-service.ts'
import { aRealPhoto } from '#tests/support/browser/real-photo.ts'
import { aForm } from '#tests/support/builders/a-form.ts'
import { type Caller, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDispatcher, hireDriver } from '#tests/support/server/company.ts'
import { sendUpload } from '#tests/support/server/send-upload.ts'

let site: TestApp
let ruth: Caller
beforeAll(async () => {
  site = await testApp()
  ruth = await site.as(await hire(site.db, { role: 'administrator' }))
})
afterAll(() => site.close())

const status = async (url: string) => (await site.app.inject({ method: 'GET', url })).statusCode
const upload = async () => ({ upload: await sendUpload(ruth, await aRealPhoto()) })

test('a dispatcher’s photo is the user’s photo, and either record can restore a photo that was set through the other', async () => {
  const id = await hireDispatcher(site.db)
  const path = `/api/dispatchers/${id}/`
  const { body } = await ruth('PATCH', path, { body: { photo: await upload() } })
  const photo: string = body.user.photo
  expect(await status(photo)).toBe(200)
  const userPath = `/api/users/users/${body.user.id}/`
  const ofUser = (await ruth('GET', userPath)).body
  expect(fileIdOf(ofUser.photo)).toBe(fileIdOf(photo))
  expect(ofUser.version).toBe(2)

  const second = (await ruth('PATCH', userPath, { body: { photo: await upload() } })).body
  expect(fileIdOf((await ruth('GET', path)).body.user.photo)).toBe(fileIdOf(second.photo))
  const undone = await ruth('PATCH', userPath, { body: { photo: { file: fileIdOf(photo) } } })
  expect(fileIdOf(undone.body.photo)).toBe(fileIdOf(photo))
  const redone = await ruth('PATCH', path, { body: { photo: { file: fileIdOf(second.photo) } } })
  expect(fileIdOf(redone.body.user.photo)).toBe(fileIdOf(second.photo))
  const { results } = (await ruth('GET', `/api/history/dispatchers/${id}/`)).body
  expect(results.map(({ field }: { field: string }) => field)).toEqual(['photo', 'photo', 'photo', 'photo'])
  expect((await ruth('PATCH', path, { body: { photo: null } })).body).toMatchObject({
    user: { photo: null },
    version: 6,
  })
})

test('the photo of a deleted dispatcher is removed by the sweep; that of another dispatcher stays', async () => {
  const [gone, stays] = [await hireDispatcher(site.db), await hireDispatcher(site.db)]
  const photoOf = async (id: number) =>
    (await ruth('PATCH', `/api/dispatchers/${id}/`, { body: { photo: await upload() } })).body.user
  const [first, second] = [await photoOf(gone), await photoOf(stays)]
  await site.db.query('test.delete', 'delete from users where id = $1', [first.id])
  await sweepFiles(site.db, site.files)
  expect(await status(first.photo)).toBe(404)
  expect(await status(second.photo)).toBe(200)
})

test.each(['drivers', 'dispatchers'] as const)(
  'a photo for %s can be sent as a form, alone or with other fields',
  async (area) => {
    const id = await (area === 'drivers' ? hireDriver(site.db) : hireDispatcher(site.db))
    const path = `/api/${area}/${id}/`
    const photo = { name: 'photo', fileName: 'ann.jpg', type: 'image/jpeg', body: await aRealPhoto() }
    const alone = await ruth('PATCH', path, aForm([photo]))
    expect(alone).toMatchObject({ status: 200 })
    expect(await status(alone.body.user.photo)).toBe(200)
    const data = { name: 'data', body: JSON.stringify({ status: 'on_vacation' }) }
    const both = await ruth('PATCH', path, aForm([data, photo]))
    expect(both.status).toBe(200)
    expect(both.body[area === 'drivers' ? 'current_status' : 'status']).toBe('on_vacation')
    const text = { ...photo, body: 'no picture' }
    expect(await ruth('PATCH', path, aForm([text]))).toMatchObject({
      status: 400,
      body: { photo: [expect.any(String)] },
    })
  },
)

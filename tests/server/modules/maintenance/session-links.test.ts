import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { thumbnailOf } from '#contract/files/files.ts'
import { tokenHash } from '#server/base/opaque-token.ts'
import { hashPassword } from '#server/modules/session/password-service.ts'
import { aRealPhoto } from '#tests/support/browser/real-photo.ts'
import type { Caller } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { sendUpload } from '#tests/support/server/send-upload.ts'
import { ALL, yardForEach } from '#tests/support/yard/inspected-yard.ts'

const EMAIL = 'ruth@haulyard.example'
const PASSWORD = 'gravel-and-diesel'
const { site, yard } = yardForEach()
let passwordHash: string
let photo: Buffer
/** A report with a picture. */
let report: { readonly id: number; readonly attachments: readonly { readonly id: number }[] }
let ruth: number

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  photo = await aRealPhoto('jpeg', { width: 400, height: 300 })
})
beforeEach(async () => {
  const upload = await sendUpload(yard.greg, photo)
  report = await yard.createReport({ files: [{ upload, name: 'brake.jpg' }] })
  ruth = await hire(site.db, {
    email: EMAIL,
    password_hash: passwordHash,
    view: ['maintenance'],
    role: 'fleet_manager',
  })
})

const statusOf = async (url: string, headers: Record<string, string> = {}) =>
  (await site.app.inject({ method: 'GET', url, headers })).statusCode
const statusesOf = (paths: readonly string[]) => Promise.all(paths.map((path) => statusOf(path)))

/** A new session of Ruth's, with every kind of link that is created for it. */
async function signIn() {
  const { body } = await site.signedOut('POST', '/api/auth/jwt/create/', { body: { email: EMAIL, password: PASSWORD } })
  const headers = { authorization: `Bearer ${body.access}` }
  const by: Caller = (method, path, sent = {}) => site.signedOut(method, path, { ...sent, headers })
  const file: string = (await by('GET', `${ALL}${report.id}/`)).body.attachments[0].file
  const csv = await by('POST', '/api/maintenance/export_inspections/', { body: { ids: [report.id] } })
  const zip = await by('POST', `${ALL}${report.id}/download_attachments/`, { body: {} })
  return {
    ...{ by, refresh: body.refresh as string, file },
    links: [file, thumbnailOf(file), csv.body.url, zip.body.url],
  }
}
const LIVE = [200, 200, 200, 200]
const DEAD = [401, 401, 401, 401]

describe('a link to a file, a CSV or a ZIP stops working', () => {
  const ways: Record<string, (mine: Awaited<ReturnType<typeof signIn>>) => Promise<unknown>> = {
    'when its session signs out': ({ by, refresh }) => by('POST', '/api/auth/logout/', { body: { refresh } }),
    'when its session was signed out offline': ({ refresh }) =>
      site.signedOut('POST', '/api/auth/end/', { body: { sessions: [tokenHash(refresh.split('.')[0] ?? '')] } }),
    'when its user is deactivated': () =>
      site.db.query('test.inactive', 'update users set is_active = false where id = $1', [ruth]),
    'when its user is deleted': () => site.db.query('test.delete', 'delete from users where id = $1', [ruth]),
  }
  test.each(Object.entries(ways))('%s', async (_, end) => {
    const [mine, other] = [await signIn(), await signIn()]
    expect(await statusesOf(mine.links)).toEqual(LIVE)
    await end(mine)
    expect(await statusesOf(mine.links)).toEqual(DEAD)
    // Links of another session of the same user work as long as that session does.
    const isRuthGone = (await other.by('GET', `${ALL}${report.id}/`)).status === 401
    expect(await statusesOf(other.links)).toEqual(isRuthGone ? DEAD : LIVE)
  })

  test('and a link to a CSV or a ZIP also when its user loses the permission', async () => {
    const { links } = await signIn()
    await site.db.query('test.permissions', `update users set permissions = '{}' where id = $1`, [ruth])
    expect((await statusesOf(links)).slice(2)).toEqual([401, 401])
  })
})

describe('a link', () => {
  test('differs between sessions and stays the same within a session, and so does the ETag of a list with it', async () => {
    const [mine, other] = [await signIn(), await signIn()]
    expect(mine.file).not.toBe(other.file)
    const list = await mine.by('GET', ALL)
    const again = await mine.by('GET', ALL)
    expect(again.headers.etag).toBe(list.headers.etag)
    const record = await mine.by('GET', `${ALL}${report.id}/`)
    expect(record.body.attachments[0].file).toBe(mine.file)
  })

  test('opens nothing with the session id of another session', async () => {
    const [mine, other] = [await signIn(), await signIn()]
    const sessionOf = (link: string) => /session=([0-9a-f-]{36})/.exec(link)?.[1] ?? ''
    for (const link of mine.links) {
      expect(link).toContain(sessionOf(mine.file))
      expect(await statusOf(link.replace(sessionOf(mine.file), sessionOf(other.file)))).toBe(401)
      expect(await statusOf(link.replace(sessionOf(mine.file), ''))).toBe(401)
    }
  })

  test('in the response to a change, also a stored one, belongs to the requesting session', async () => {
    const upload = await sendUpload(yard.greg, photo)
    const key = { 'idempotency-key': `"${upload}"` }
    const change = { body: yard.report({ files: [{ upload, name: 'b.jpg' }] }), headers: key }
    const first = await yard.greg('POST', ALL, change)
    const elsewhere = await site.as(yard.gregId)
    const replayed = await elsewhere('POST', ALL, change)
    expect(replayed.headers['idempotency-replayed']).toBe('true')
    const [one, two]: string[] = [first, replayed].map(({ body }) => body.attachments[0].file)
    expect(one).not.toBe(two)
    expect(await statusesOf([one ?? '', two ?? ''])).toEqual([200, 200])
  })
})

describe('a file that its record no longer names is gone immediately, by its link and with a token:', () => {
  const token = async () => ({ authorization: `Bearer ${await site.accessFor(yard.gregId)}` })
  /** Statuses by the link, by the link to its thumbnail, and by the bare path with a token. */
  const statusesWithToken = async (link: string) => [
    ...(await statusesOf([link, thumbnailOf(link)])),
    await statusOf(link.split('?')[0] ?? '', await token()),
  ]
  const THERE = [200, 200, 200]
  const GONE = [404, 404, 404]

  test('an attachment that is removed', async () => {
    const { file } = await signIn()
    expect(await statusesWithToken(file)).toEqual(THERE)
    const path = `/api/maintenance/inspection-attachments/${report.attachments[0]?.id}/`
    expect((await yard.greg('DELETE', path)).status).toBe(204)
    expect(await statusesWithToken(file)).toEqual(GONE)
  })

  test('the attachments of a deleted report', async () => {
    const { file } = await signIn()
    await site.db.query('test.remove', 'delete from inspections where id = $1', [report.id])
    expect(await statusesWithToken(file)).toEqual(GONE)
  })

  test.each(['trucks', 'drivers'] as const)(
    'a photo of the %s that is replaced or removed, until it is restored',
    async (area) => {
      const path = area === 'trucks' ? '/api/trucks/1042/' : `/api/drivers/${await hireDriver(site.db)}/`
      const admin = await site.as(await hire(site.db, { role: 'administrator' }))
      const set = async (ref: unknown): Promise<string | null> => {
        const { status, body, text } = await admin('PATCH', path, { body: { photo: ref } })
        expect(status, text).toBe(200)
        return area === 'trucks' ? body.photo : body.user.photo
      }
      const statusOf = async (link: string) => statusesOf([link, thumbnailOf(link)])
      const first = (await set({ upload: await sendUpload(admin, photo) })) ?? ''
      expect(await statusOf(first)).toEqual([200, 200])
      const second = (await set({ upload: await sendUpload(admin, photo) })) ?? ''
      expect([await statusOf(first), await statusOf(second)]).toEqual([
        [404, 404],
        [200, 200],
      ])
      expect(await set(null)).toBeNull()
      expect(await statusOf(second)).toEqual([404, 404])
      await set({ file: first.split('/')[3] })
      expect(await statusOf(first)).toEqual([200, 200])
    },
  )
})

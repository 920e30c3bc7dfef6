import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { fileRef, thumbnailOf } from '#contract/files/files.ts'
import { PHOTO_IN_FORM } from '#contract/files/photo-rules.ts'
import { edit } from '#contract/wire/access.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { invalid, Problem } from '#server/base/problem.ts'
import { serve } from '#server/http/call/serve.ts'
import { docsPage } from '#server/http/docs/docs-page.ts'
import { openApi } from '#server/http/docs/openapi.ts'
import { handleErrors } from '#server/http/errors.ts'
import { acceptJsonBodies } from '#server/http/form/json-body.ts'
import { readForm } from '#server/http/form/read-form.ts'
import { usePhoto as photoOf } from '#server/modules/files/file-service.ts'
import { aRealPhoto } from '#tests/support/browser/real-photo.ts'
import { aForm, type FormPart } from '#tests/support/builders/a-form.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const MB = 1024 * 1024
const shape = {
  name: 'cards.change',
  summary: 'A card with a picture.',
  method: 'PATCH',
  access: edit('drivers'),
  params: z.object({ id: z.string().check(z.regex(/^\d+$/)) }),
  body: z.object({
    title: z.optional(z.string().check(z.maxLength(20))),
    size: z.optional(z.int()),
    photo: z.optional(z.nullable(fileRef)),
  }),
  reply: z.object({ title: z.nullable(z.string()), size: z.nullable(z.int()), photo: z.nullable(z.string()) }),
} as const
const card = endpoint({ ...shape, path: '/api/cards/:id/', form: { photo: PHOTO_IN_FORM } })
const plain = endpoint({ ...shape, path: '/api/plain-cards/:id/', name: 'plainCards.change' })

let site: TestApp
let app: FastifyInstance
let token: string
let user: number
let photo: Buffer
let callCount = 0

beforeAll(async () => {
  site = await testApp()
  user = await hire(site.db, { view: ['drivers'], edit: ['drivers'] })
  token = await site.accessFor(user)
  photo = await aRealPhoto('jpeg', { width: 80, height: 60 })
  app = Fastify({ bodyLimit: MB })
  app.decorate('serving', site.app.serving).decorateRequest('admitted', null)
  handleErrors(app)
  acceptJsonBodies(app)
  for (const one of [card, plain]) {
    serve(app, one, async ({ sql, files, user, now, params, body }) => {
      callCount += 1
      if (body.title === 'refused') throw invalid({ title: ['Not this one.'] })
      if (body.title === 'conflict') throw new Problem(412, { detail: 'Somebody was first.' })
      if (body.title === 'broken') throw new Error('a fault of ours')
      const use = { files, user: user.id, now, owner: { area: 'drivers', record: params.id }, field: 'photo' } as const
      const path = body.photo ? await photoOf(sql, use, body.photo) : null
      return { title: body.title ?? null, size: body.size ?? null, photo: path }
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const text = (name: string, body: string): FormPart => ({ name, body })
const file = (body: Uint8Array | string = photo, name = 'photo', fileName = 'me.jpg'): FormPart => ({
  name,
  fileName,
  type: 'image/jpeg',
  body,
})
const data = (value: unknown) => text('data', JSON.stringify(value))

interface SentForm {
  readonly body: Buffer | string
  readonly headers: Readonly<Record<string, string>>
}
async function send({ body, headers }: SentForm, more: Record<string, string> = {}, path = '/api/cards/1/') {
  const authorization = `Bearer ${token}`
  const answer = await app.inject({
    method: 'PATCH',
    url: path,
    payload: body,
    headers: { authorization, ...headers, ...more },
  })
  return {
    status: answer.statusCode,
    body: answer.json(),
    isReplayed: answer.headers['idempotency-replayed'] === 'true',
  }
}
const sendForm = (parts: readonly FormPart[], more?: Record<string, string>) => send(aForm(parts), more)
const uploads = async () =>
  (
    await site.db.query<{ n: number }>('test.uploads', 'select count(*) as n from uploads where user_id = $1', [user])
  )[0]?.n
const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': `"${key}"` })

describe('a call that accepts files', () => {
  test('accepts JSON in `data` with additional text fields, and a file instead of the id of an upload', async () => {
    const { status, body } = await sendForm([data({ size: 3 }), text('title', 'Boone'), file()])
    expect({ status, body }).toMatchObject({ status: 200, body: { title: 'Boone', size: 3 } })
    // The file is served once a record refers to it.
    await site.db.query('test.named', 'update users set photo = $2 where id = $1', [user, body.photo.split('?')[0]])
    const stored = await site.app.inject({ url: body.photo })
    expect([stored.statusCode, stored.headers['content-type']]).toEqual([200, 'image/webp'])
  })
  test('needs no `data` with a file or a text, accepts `data` as a Blob, and ignores an empty file field', async () => {
    expect(await sendForm([file()])).toMatchObject({ status: 200, body: { title: null } })
    expect(await sendForm([text('title', 'A')])).toMatchObject({ status: 200, body: { title: 'A', photo: null } })
    const blob = { name: 'data', fileName: 'blob', type: 'application/json', body: '{"title":"B"}' }
    expect(await sendForm([blob, file('', 'photo', '')])).toMatchObject({
      status: 200,
      body: { title: 'B', photo: null },
    })
  })
  test('accepts plain JSON, and FormData as fetch sends it', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const json = { body: '{"title":"C"}', headers: { 'content-type': 'application/json' } }
    expect(await send(json)).toMatchObject({ status: 200, body: { title: 'C' } })
    const form = new FormData()
    form.set('data', '{"title":"Müller"}')
    form.set('photo', new File([new Uint8Array(photo)], 'Übung.jpg', { type: 'image/jpeg' }))
    const url = new URL('/api/cards/1/', app.listeningOrigin)
    const answer = await fetch(url, { method: 'PATCH', body: form, headers })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { title: 'Müller', size: null, photo: expect.any(String) },
    ])
  })
  test('is documented as a call that accepts files', () => {
    const described = (one: typeof card | typeof plain) => JSON.stringify(openApi([one], '1'))
    expect(described(card)).toContain('"photo":{"type":"string","format":"binary"}')
    expect(docsPage([card])).toContain('a file in <code>photo</code>')
    expect([described(plain), docsPage([plain])].join()).not.toContain('multipart')
  })
  test('refuses a form without permission or session', async () => {
    const stranger = await site.accessFor(await hire(site.db, { view: ['drivers'] }))
    expect((await send(aForm([file()]), { authorization: `Bearer ${stranger}` })).status).toBe(403)
    expect((await send(aForm([file()]), { authorization: '' })).status).toBe(401)
  })
})

describe('a form is refused, and nothing of it is stored:', () => {
  const big = () => Buffer.concat([photo], 5 * MB + 1)
  const FORM = 'multipart/form-data'
  const whole = 'non_field_errors'
  test.each<readonly [string, string, () => SentForm]>([
    ['a file too large', 'photo', () => aForm([file(big())])],
    ['a file that is not an image', 'photo', () => aForm([file('just words')])],
    ['an empty file', 'photo', () => aForm([file('')])],
    ['two files in a field', 'photo', () => aForm([file(), file()])],
    ['a text where a file belongs', 'photo', () => aForm([text('photo', 'me.jpg')])],
    ['a file in a field that takes none', 'logo', () => aForm([file(photo, 'logo')])],
    ['`data` that is not JSON', 'data', () => aForm([text('data', '{"title":'), file()])],
    ['`data` that is a list', 'data', () => aForm([text('data', '[]'), file()])],
    ['`data` that is null', 'data', () => aForm([text('data', 'null')])],
    ['`data` twice', 'data', () => aForm([data({}), data({})])],
    [
      '`data` that is not UTF-8',
      'data',
      () => aForm([{ name: 'data', body: Buffer.from('{"title":"\xff"}', 'latin1') }]),
    ],
    ['`data` above the size limit of JSON', 'data', () => aForm([data({ title: 'x'.repeat(MB) })])],
    ['an empty form', 'data', () => aForm([])],
    ['the file named in `data` as well', 'photo', () => aForm([data({ photo: null }), file()])],
    ['a text that is in `data` as well', 'title', () => aForm([data({ title: 'A' }), text('title', 'B')])],
    ['a wrong value in `data`', 'title', () => aForm([data({ title: 'x'.repeat(21) }), file()])],
    ['a wrong text', 'size', () => aForm([text('size', 'large'), file()])],
    ['a file named `__proto__`', '__proto__', () => aForm([file(photo, '__proto__')])],
    ['a part without a name', whole, () => aForm([{ body: 'x' }])],
    ['a picture of another type than declared', 'photo', () => aForm([{ ...file(), type: 'image/webp' }])],
    ['too many fields', whole, () => aForm(Array.from({ length: 60 }, (_, n) => text(`t${n}`, 'x')))],
    ['a header without a boundary', whole, () => ({ ...aForm([file()]), headers: { 'content-type': FORM } })],
    [
      'a header with another boundary',
      whole,
      () => ({ ...aForm([file()]), headers: { 'content-type': `${FORM}; boundary=b` } }),
    ],
    [
      'a body that breaks off in a file',
      whole,
      () => ({ ...aForm([file()]), body: aForm([file()]).body.subarray(0, 500) }),
    ],
    [
      'a body that breaks off in a header',
      whole,
      () => ({ ...aForm([file()]), body: aForm([file()]).body.subarray(0, 40) }),
    ],
    ['a missing last boundary', whole, () => ({ ...aForm([file()]), body: aForm([file()]).body.subarray(0, -8) })],
    ['bytes that are not a form', whole, () => ({ ...aForm([]), body: Buffer.alloc(3000, 'rubbish') })],
  ])('%s', async (what, field, sent) => {
    const [before, calls] = [await uploads(), callCount]
    const answer = await send(sent())
    expect(answer, what).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } })
    expect(Object.keys(answer.body)).toEqual([field])
    if (what === 'a file too large') expect(answer.body.photo).toEqual(['Max image size is 5MB.'])
    // A file that is not an image is recognized by its bytes, after it was stored as an upload, which is deleted.
    expect([await uploads(), callCount]).toEqual([before, calls + (what === 'a file that is not an image' ? 1 : 0)])
  })
  test('a malformed id or header', async () => {
    const before = await uploads()
    expect((await send(aForm([file()]), {}, '/api/cards/x/')).body).toEqual({ id: [expect.any(String)] })
    expect((await send(aForm([file()]), { 'if-match': '5' })).body).toEqual({ 'If-Match': [expect.any(String)] })
    expect((await send(aForm([file()]), { 'idempotency-key': 'k' })).body).toEqual({
      'Idempotency-Key': [expect.any(String)],
    })
    expect(await uploads()).toBe(before)
  })
  test('a content type that the call does not accept', async () => {
    const answer = await send(aForm([data({ title: 'A' })]), {}, '/api/plain-cards/1/')
    expect(answer).toMatchObject({ status: 415, body: { detail: expect.any(String) } })
    const urlencoded = { body: 'title=A', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await send(urlencoded)).status).toBe(415)
  })
  test('a form that is far too large, whose sender gets the response and can send again', async () => {
    const authorization = `Bearer ${token}`
    const sendLarge = (parts: readonly FormPart[]) => {
      const { body, headers } = aForm(parts)
      const url = new URL('/api/cards/1/', app.listeningOrigin)
      return fetch(url, { method: 'PATCH', body: new Uint8Array(body), headers: { ...headers, authorization } })
    }
    const large = await sendLarge([file(Buffer.alloc(30 * MB, photo))])
    expect([large.status, await large.json()]).toEqual([400, { photo: ['Max image size is 5MB.'] }])
    const preamble = aForm([file(Buffer.alloc(0))])
    const answer = await send({ ...preamble, body: Buffer.concat([Buffer.alloc(8 * MB, 'x'), preamble.body]) })
    expect(answer).toMatchObject({ status: 413, body: { detail: 'The request is too large.' } })
    expect((await sendLarge([file()])).status).toBe(200)
  })
  test('a sender that disconnects in the middle', async () => {
    const calls = callCount
    const { body, headers } = aForm([data({ title: 'gone' }), file()])
    const head = [
      'PATCH /api/cards/1/ HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${token}`,
      `Content-Type: ${headers['content-type']}`,
      `Content-Length: ${body.length}`,
    ]
    const closed = Promise.withResolvers<void>()
    app.server.once('connection', (socket) => socket.on('close', () => closed.resolve()))
    const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(body.subarray(0, body.length - 100), () => socket.destroy())
    await closed.promise
    for (const cause of [undefined, new Error('reset')]) {
      const payload = new PassThrough()
      const read = readForm({ 'content-type': headers['content-type'] }, payload, { photo: PHOTO_IN_FORM })
      payload.write(body.subarray(0, 200))
      payload.destroy(cause)
      await expect(read).rejects.toMatchObject({ status: 400 })
    }
    expect((await sendForm([file()])).status).toBe(200)
    expect(callCount).toBe(calls + 1)
  })
})

describe('the files of a form whose change is refused', () => {
  const storedFiles = async () => [await uploads(), [...site.files.bytesByName.keys()]]
  const sent = (title: string, headers: Record<string, string> = {}) => send(aForm([data({ title }), file()]), headers)

  test.each(['refused', 'conflict'])('are deleted without a key, because no retry can use them: %s', async (title) => {
    const before = await storedFiles()
    expect([400, 412]).toContain((await sent(title)).status)
    expect(await storedFiles()).toEqual(before)
  })
  test('are deleted when the refusal is stored under its key', async () => {
    const before = await storedFiles()
    expect((await sent('refused', keyed())).status).toBe(400)
    expect(await storedFiles()).toEqual(before)
  })
  test.each([
    ['whose outcome is unknown', 'broken', {}],
    ['that can be sent again', 'conflict', keyed()],
  ])('are retained for a change %s', async (_what, title, headers) => {
    const before = await uploads()
    expect([500, 412]).toContain((await sent(title, headers)).status)
    expect(await uploads()).toBe((before ?? 0) + 1)
  })
  test('stay when they cannot be deleted, and the refusal is returned anyway', async () => {
    const before = await uploads()
    const removed = vi.spyOn(site.files, 'remove').mockRejectedValue(new Error('the disk is gone'))
    expect(await sent('refused')).toMatchObject({ status: 400, body: { title: ['Not this one.'] } })
    removed.mockRestore()
    expect(await uploads()).toBe((before ?? 0) + 1)
  })
})

describe('a form that is sent again', () => {
  test('gets the same response with any boundary, and stores no other upload', async () => {
    const parts = [data({ title: 'again' }), file()]
    const headers = keyed()
    const first = await send(aForm(parts), headers)
    const [before, calls] = [await uploads(), callCount]
    const again = await send(aForm(parts.toReversed(), 'quite-another-one'), headers)
    expect(again).toEqual({ ...first, isReplayed: true })
    expect([first.status, await uploads(), callCount]).toEqual([200, before, calls])
  })
  test('with another file or text is refused as another request', async () => {
    const headers = keyed()
    await send(aForm([data({ title: 'A' }), file()]), headers)
    const other = await aRealPhoto('jpeg', { width: 80, height: 60 })
    for (const parts of [[data({ title: 'A' }), file(other)], [data({ title: 'B' }), file()], [data({ title: 'A' })]]) {
      expect((await send(aForm(parts), headers)).status).toBe(422)
    }
  })
  test('three times at once is processed once', async () => {
    const [before, calls, headers] = [await uploads(), callCount, keyed()]
    const answers = await Promise.all([1, 2, 3].map(() => send(aForm([data({ title: 'once' }), file()]), headers)))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.photo)).size).toBe(1)
    expect([await uploads(), callCount]).toEqual([(before ?? 0) + 1, calls + 1])
  })
  test('after a refusal is refused again the same way', async () => {
    const [headers, before] = [keyed(), await uploads()]
    const first = await send(aForm([data({ title: 'refused' }), file()]), headers)
    expect(first).toMatchObject({ status: 400, body: { title: ['Not this one.'] } })
    expect(await send(aForm([data({ title: 'refused' }), file()], 'b'), headers)).toEqual({
      ...first,
      isReplayed: true,
    })
    expect(await uploads()).toBe(before)
  })
  test('under the same key with another file stores nothing of that file', async () => {
    const [headers, other] = [keyed(), await aRealPhoto('jpeg', { width: 80, height: 60 })]
    await send(aForm([data({ title: 'A' }), file()]), headers)
    const [before, kept] = [await uploads(), [...site.files.bytesByName.keys()]]
    expect((await send(aForm([data({ title: 'A' }), file(other)]), headers)).status).toBe(422)
    expect([await uploads(), [...site.files.bytesByName.keys()]]).toEqual([before, kept])
  })
  test('without a key is processed again, with its own file for each record', async () => {
    const first = await send(aForm([file()]), {}, '/api/cards/1/')
    const second = await send(aForm([file()]), {}, '/api/cards/2/')
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.photo).not.toBe(second.body.photo)
  })
})

test('a user can be changed by a form, with or without a photo', async () => {
  const admin = await site.accessFor(await hire(site.db, { role: 'administrator' }))
  const path = `/api/users/users/${await hire(site.db, { first_name: 'Ana' })}/`
  const change = async (parts: readonly FormPart[]) => {
    const { body, headers } = aForm(parts)
    const authorization = `Bearer ${admin}`
    return site.app.inject({ method: 'PATCH', url: path, payload: body, headers: { ...headers, authorization } })
  }
  const answer = await change([text('first_name', 'Anna'), data({ user_permissions: [3, 4] }), file()])
  expect(answer.statusCode).toBe(200)
  const changed = answer.json()
  expect(changed).toMatchObject({ first_name: 'Anna', user_permissions: [3, 4] })
  const stored = await site.app.inject({ url: thumbnailOf(changed.photo) })
  expect([stored.statusCode, stored.headers['content-type']]).toEqual([200, 'image/webp'])
  const refused = await change([data({ first_name: 'Eve' }), file('just words')])
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { photo: ['Only .jpg, .jpeg, .png and .webp formats are supported.'] },
  ])
  const after = await change([data({ last_name: 'Ruiz' })])
  expect(after.json()).toMatchObject({ first_name: 'Anna', last_name: 'Ruiz', photo: changed.photo })
})

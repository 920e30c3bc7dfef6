import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FORM_LIMITS, FormSlots } from '#server/http/form/form-slots.ts'
import { readForm } from '#server/http/form/read-form.ts'
import { aRealPhoto } from '#tests/support/browser/real-photo.ts'
import { aForm } from '#tests/support/builders/a-form.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Forms that arrive and leave by name. The first letter is their user. */
function formsByName() {
  const all = new FormSlots(FORM_LIMITS)
  const held: string[] = []
  const refused: string[] = []
  const leaves = new Map<string, () => void>()
  const senders = new Map<string, PassThrough>()
  const senderOf = (name: string) => {
    const sender = new PassThrough()
    senders.set(name, sender)
    return sender
  }
  const arrive = (name: string) =>
    void all.acquire(name.charCodeAt(0), senderOf(name)).then(
      (leave) => {
        held.push(name)
        leaves.set(name, leave)
      },
      (error: { status: number; headers: unknown }) => refused.push(`${name} ${error.status}`),
    )
  const leave = async (name: string) => {
    held.splice(held.indexOf(name), 1)
    leaves.get(name)?.()
    await nextTurn()
  }
  const disconnect = async (name: string) => {
    senders.get(name)?.destroy()
    await nextTurn()
  }
  return { arrive, leave, disconnect, held, refused }
}

test('four forms are in memory at a time, two per user, and waiting forms are admitted in order of arrival', async () => {
  const { arrive, leave, held } = formsByName()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'a4']) arrive(name)
  await nextTurn()
  expect(held).toEqual(['a1', 'a2', 'b1', 'c1'])
  await leave('b1')
  expect(held).toEqual(['a1', 'a2', 'c1', 'd1'])
  await leave('a2')
  expect(held).toEqual(['a1', 'c1', 'd1', 'a3'])
  for (const name of ['a1', 'c1', 'd1', 'a3', 'a4']) await leave(name)
  for (const name of ['e1', 'e2', 'f1', 'f2']) arrive(name)
  await nextTurn()
  expect(held).toEqual(['e1', 'e2', 'f1', 'f2'])
})

test('a user with four waiting forms gets a 429, and every user gets a 503 when sixteen forms wait', async () => {
  const { arrive, refused } = formsByName()
  for (let n = 1; n <= 8; n++) arrive(`a${n}`)
  await nextTurn()
  expect(refused).toEqual(['a7 429', 'a8 429'])
  for (const user of 'bcdefgh') for (let n = 1; n <= 3; n++) arrive(`${user}${n}`)
  await nextTurn()
  expect(new Set(refused.slice(2).map((one) => one.split(' ')[1]))).toEqual(new Set(['503']))
  expect(refused).toHaveLength(2 + 21 - 2 - 12)
})

test('a waiting sender who disconnects leaves the queue and delays no other form', async () => {
  const { arrive, leave, disconnect, held, refused } = formsByName()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) arrive(name)
  await nextTurn()
  for (const name of ['a3', 'a4', 'a6']) await disconnect(name)
  expect(refused).toEqual(['a3 400', 'a4 400', 'a6 400'])
  for (const name of ['a7', 'a8', 'a9', 'a0']) arrive(name)
  await nextTurn()
  expect(refused.slice(3)).toEqual(['a0 429'])
  await leave('a1')
  expect(held).toEqual(['a2', 'a5'])
})

test('a sender who is already disconnected is refused and takes no place in the queue', async () => {
  const all = new FormSlots(FORM_LIMITS)
  const gone = new PassThrough()
  gone.destroy()
  await once(gone, 'close')
  for (let n = 0; n < 2; n++) await all.acquire(1, new PassThrough())
  for (let n = 0; n < 6; n++) await expect(all.acquire(1, gone)).rejects.toMatchObject({ status: 400 })
})

let site: TestApp
let headers: Readonly<Record<string, string>>
let form: Buffer
beforeAll(async () => {
  site = await testApp()
  const token = await site.accessFor(await hire(site.db, { role: 'administrator' }))
  const body = await aRealPhoto('jpeg', { width: 8, height: 8 })
  const made = aForm([{ name: 'photo', fileName: 'me.jpg', type: 'image/jpeg', body }])
  form = Buffer.from(made.body)
  headers = { ...made.headers, authorization: `Bearer ${token}` }
})
afterAll(() => site.close())

/** Sends the beginning of a form. `end` sends the rest. */
function openForm() {
  const payload = new PassThrough()
  payload.write(form.subarray(0, 20))
  let status: number | null = null
  const done = site.app.inject({ method: 'PATCH', url: '/api/users/users/me/', headers, payload }).then((answer) => {
    status = answer.statusCode
    return answer.statusCode
  })
  return { status: () => status, done, end: () => payload.end(form.subarray(20)) }
}

test('of nine open forms of one user three get a 429, and the other six succeed once complete', async () => {
  const forms = Array.from({ length: 9 }, openForm)
  await expect.poll(() => forms.filter((one) => one.status() === 429).length).toBe(3)
  const others = forms.filter((one) => one.status() === null)
  for (const one of others) one.end()
  expect(await Promise.all(others.map(({ done }) => done))).toEqual(Array(6).fill(200))
})

test('two open forms of one user do not delay another user', async () => {
  const held = [openForm(), openForm()]
  const token = await site.accessFor(await hire(site.db, { role: 'administrator' }))
  const others = { ...headers, authorization: `Bearer ${token}` }
  const answer = await site.app.inject({
    method: 'PATCH',
    url: '/api/users/users/me/',
    headers: others,
    payload: form,
  })
  expect(answer.statusCode).toBe(200)
  for (const one of held) one.end()
  expect(await Promise.all(held.map(({ done }) => done))).toEqual([200, 200])
})

test('a form that breaks off, or whose call fails, releases its slot', async () => {
  const broken = { method: 'PATCH', url: '/api/users/users/me/', headers, payload: form.subarray(0, 40) } as const
  const wrong = aForm([{ name: 'data', body: '{"wants_digest": "perhaps"}' }])
  for (let n = 0; n < 6; n++) {
    expect((await site.app.inject(broken)).statusCode).toBe(400)
    const refused = { ...broken, headers: { ...headers, ...wrong.headers }, payload: wrong.body }
    expect((await site.app.inject(refused)).statusCode).toBe(400)
  }
  expect((await site.app.inject({ ...broken, payload: form })).statusCode).toBe(200)
})

/** Sends the beginning of a form on its own connection. */
function formOnTheWire(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  const lines = { ...headers, host: 'yard.example', 'content-length': `${form.length}` }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`PATCH /api/users/users/me/ HTTP/1.1\r\n${head.join('')}\r\n`)
  socket.write(form.subarray(0, 20))
  socket.setEncoding('utf8').on('error', () => undefined)
  return socket
}
const answerOn = async (socket: Socket) => String((await once(socket, 'data'))[0])

test('attempts whose connection broke take no place in the queue', async () => {
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = site.app.server.address() as AddressInfo
  const slow = [formOnTheWire(port), formOnTheWire(port)]
  for (let n = 0; n < 8; n++) {
    const cut = formOnTheWire(port)
    const hasCome = new Promise<void>((resolve) => void site.app.server.once('request', () => resolve()))
    await hasCome
    await nextTurn()
    cut.destroy()
  }
  await expect.poll(() => connections()).toBe(2)
  const last = formOnTheWire(port)
  for (const one of slow) one.write(form.subarray(20))
  expect((await Promise.all(slow.map(answerOn))).every((text) => text.startsWith('HTTP/1.1 200'))).toBe(true)
  last.write(form.subarray(20))
  expect(await answerOn(last)).toMatch(/^HTTP\/1.1 200/)
  for (const one of [...slow, last]) one.destroy()
})

const connections = () =>
  new Promise<number>((resolve, reject) =>
    site.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('a form whose sender has disconnected is refused as incomplete', async () => {
  const gone = new PassThrough()
  gone.destroy()
  await once(gone, 'close')
  await expect(readForm({ 'content-type': 'multipart/form-data; boundary=b' }, gone, {})).rejects.toMatchObject({
    status: 400,
  })
})

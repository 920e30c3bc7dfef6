import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aForm } from '#tests/support/builders/a-form.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { listenOnFreePort } from '#tests/support/server/listen-on-free-port.ts'

const MB = 1024 * 1024
let site: TestApp
let port: number
let token: string
beforeAll(async () => {
  site = await testApp()
  token = await site.accessFor(await hire(site.db, { role: 'administrator' }))
  port = await listenOnFreePort(site)
})
afterAll(() => site.close())

const send = (path: string, body: Uint8Array, headers: Record<string, string>) =>
  fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: new Uint8Array(body), headers })
const signedIn = () => ({ authorization: `Bearer ${token}` })
const json = { 'content-type': 'application/json' }

describe('a body that is refused while it is being sent', () => {
  test.each([2, 12, 40])('of %i MB gets a 413 that its sender can read', async (size) => {
    const answer = await send('/api/users/users/', Buffer.alloc(size * MB, ' '), { ...signedIn(), ...json })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual({ detail: 'The request is too large.' })
  })

  test('without a declared length gets a 413 too', async () => {
    const body = new ReadableStream({
      start(sink) {
        for (let at = 0; at < 12; at += 1) sink.enqueue(new Uint8Array(MB).fill(32))
        sink.close()
      },
    })
    const init = { method: 'POST', body, headers: { ...signedIn(), ...json }, duplex: 'half' }
    const answer = await fetch(`http://127.0.0.1:${port}/api/users/users/`, init)
    expect([answer.status, await answer.json()]).toEqual([413, { detail: 'The request is too large.' }])
  })

  test('gets the reason at the field when it is a form that is too large', async () => {
    const photo = { name: 'photo', fileName: 'a.jpg', type: 'image/jpeg', body: Buffer.alloc(12 * MB) }
    const { body, headers } = aForm([photo])
    const answer = await send('/api/users/users/', body, { ...signedIn(), ...headers })
    expect([answer.status, await answer.json()]).toEqual([400, { photo: ['Max image size is 5MB.'] }])
  })

  test('gets a 401 without a session, and a 415 for an unsupported content type', async () => {
    const large = Buffer.alloc(12 * MB, ' ')
    expect((await send('/api/users/users/', large, json)).status).toBe(401)
    const other = { ...signedIn(), 'content-type': 'text/csv' }
    expect((await send('/api/users/users/', large, other)).status).toBe(415)
  })

  test('is read to its end for a client that reads only after it has written everything', async () => {
    const { socket, write, answer } = sender(12)
    socket.pause()
    for (let at = 0; at < 12; at += 1) await write()
    socket.resume()
    expect(await answer).toMatch(/^HTTP\/1.1 413 [\s\S]*"detail":"The request is too large."/)
  })

  test('of 1 GB is not read to its end', async () => {
    const { socket, write, answer } = sender(1024)
    while (!socket.destroyed && sent < 1024) await write()
    await answer
    expect(sent).toBeLessThan(1024)
  })
})

let sent = 0
/** Sends a body of `size` MB, one MB per `write`. `answer` is everything received until the connection closes. */
function sender(size: number) {
  const socket = connect(port, '127.0.0.1')
  const heard: string[] = []
  sent = 0
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => heard.push(String(chunk)))
    socket.on('error', (error) => heard.push(error.message)).on('close', () => resolve(heard.join('')))
  })
  const head = [
    'POST /api/users/users/ HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${size * MB}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const chunk = Buffer.alloc(MB, ' ')
  const write = () =>
    new Promise<void>((resolve) => {
      sent += 1
      socket.write(chunk, () => resolve())
    })
  return { socket, write, answer }
}

import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROOF, PROOF_HEADER } from '#contract/wire/origin.ts'
import { placesChanged, tablesPrint } from '#tests/fuzz/tables-print.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { listening } from '#tests/support/server/listening.ts'

let site: TestApp
let port: number
let token: string
beforeAll(async () => {
  site = await testApp()
  token = await site.accessFor(await hire(site.db, { role: 'administrator' }))
  port = await listening(site)
})
afterAll(() => site.close())

/** A contact that is taken when it comes as it should. */
const CONTACT = JSON.stringify({
  department_name: 'Yard',
  location: 'Joliet',
  email: 'yard@haulyard.example',
  phones: [{ phone: '+1 312 555 0100' }],
})
const LENGTH = CONTACT.length
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

interface Broken {
  readonly line?: string
  readonly headers?: readonly string[]
  readonly body?: string
}

/** A request as bytes, with what is wrong in it. */
const bytesOf = ({ line = 'POST /api/dashboard/contacts/ HTTP/1.1', headers = [], body = '' }: Broken) =>
  [
    line,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    ...headers,
    '',
    body,
  ].join('\r\n')

/** Sends bytes, and hangs up then if that is said; answers all that comes until the connection is closed. */
function exchange(bytes: string, { hangsUp = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () =>
      hangsUp ? socket.end(bytes, 'latin1') : socket.write(bytes, 'latin1'),
    )
    socket.setEncoding('latin1').on('data', (piece: string) => {
      heard += piece
    })
    socket.on('error', () => undefined).on('close', () => resolve(heard))
  })
}

const SMUGGLED = 'GET /api/users/users/me/ HTTP/1.1\r\nHost: localhost\r\n\r\n'

test.each<[string, Broken]>([
  ['has two lengths', { headers: [`Content-Length: ${LENGTH}`, 'Content-Length: 5'], body: CONTACT }],
  ['has two lengths in one', { headers: [`Content-Length: ${LENGTH}, 5`], body: CONTACT }],
  ['has a length below nothing', { headers: ['Content-Length: -1'], body: CONTACT }],
  ['has a length that is no number', { headers: [`Content-Length: +${LENGTH}`], body: CONTACT }],
  [
    'has a length and chunks',
    { headers: ['Content-Length: 4', 'Transfer-Encoding: chunked'], body: `${chunk(CONTACT)}0\r\n\r\n${SMUGGLED}` },
  ],
  [
    'names chunks in a way of its own',
    { headers: ['Transfer-Encoding: xchunked'], body: `${chunk(CONTACT)}0\r\n\r\n` },
  ],
  ['names chunks twice', { headers: ['Transfer-Encoding: chunked, identity'], body: `${chunk(CONTACT)}0\r\n\r\n` }],
  ['has a chunk of no size', { headers: ['Transfer-Encoding: chunked'], body: `zz\r\n${CONTACT}\r\n0\r\n\r\n` }],
  [
    'has a chunk that is larger than can be counted',
    { headers: ['Transfer-Encoding: chunked'], body: `${'f'.repeat(20)}\r\n${CONTACT}\r\n0\r\n\r\n` },
  ],
  [
    'has a chunk that goes on behind its size',
    { headers: ['Transfer-Encoding: chunked'], body: `5\r\n${CONTACT}\r\n0\r\n\r\n` },
  ],
  ['has a header without a colon', { headers: [`Content-Length: ${LENGTH}`, 'Nonsense'], body: CONTACT }],
  ['has a space before a colon', { headers: [`Content-Length : ${LENGTH}`], body: CONTACT }],
  ['has a NUL in a header', { headers: [`Content-Length: ${LENGTH}`, 'X-A: a\0b'], body: CONTACT }],
  ['has a bare return in a header', { headers: [`Content-Length: ${LENGTH}`, 'X-A: a\rX-B: b'], body: CONTACT }],
  ['has a header that is folded', { headers: [`Content-Length: ${LENGTH}`, 'X-A: a', ' b'], body: CONTACT }],
  ['has more headers than are read', { headers: [`X-A: ${'a'.repeat(40_000)}`, `Content-Length: ${LENGTH}`] }],
  ['is of a version that there is not', { line: 'POST /api/dashboard/contacts/ HTTP/9.9' }],
  ['has a line of two words', { line: 'POST /api/dashboard/contacts/' }],
  ['has a method that there is not', { line: 'STEAL /api/dashboard/contacts/ HTTP/1.1' }],
  ['has a space in its address', { line: 'POST /api/dashboard/contacts/ /x HTTP/1.1' }],
])('what %s is refused in words as one request, and writes nothing', async (_, broken) => {
  const before = await tablesPrint(site.db, site.files.kept)
  const answer = await exchange(bytesOf(broken))
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(answer.match(/HTTP\/1\.1 \d\d\d /g)).toHaveLength(1)
  expect(answer.toLowerCase()).toContain(`${PROOF_HEADER}: ${PROOF}`)
  expect(answer).toMatch(/\r\n\r\n\{"(?:detail":"|non_field_errors":\[")\w/)
  expect(placesChanged(before, await tablesPrint(site.db, site.files.kept))).toEqual([])
})

test.each<[string, string]>([
  ['a head', bytesOf({ headers: [`Content-Length: ${LENGTH}`] }).slice(0, 60)],
  ['a head without its end', 'POST /api/dashboard/contacts/ HTTP/1.1\r\nHost: localhost\r\n'],
])('of %s that stops nothing is made', async (_, bytes) => {
  const before = await tablesPrint(site.db, site.files.kept)
  expect(await exchange(bytes, { hangsUp: true })).not.toMatch(/^HTTP\/1\.1 2/)
  expect(placesChanged(before, await tablesPrint(site.db, site.files.kept))).toEqual([])
})

test('of a body that stops nothing is made, nor of chunks without an end', async () => {
  const before = await tablesPrint(site.db, site.files.kept)
  for (const broken of [
    { headers: [`Content-Length: ${LENGTH + 5}`], body: CONTACT },
    { headers: ['Transfer-Encoding: chunked'], body: chunk(CONTACT) },
  ])
    expect(await exchange(bytesOf(broken), { hangsUp: true })).not.toMatch(/^HTTP\/1\.1 2/)
  expect(placesChanged(before, await tablesPrint(site.db, site.files.kept))).toEqual([])
})

test('the same as it should be is taken, after all that', async () => {
  const headers = [`Content-Length: ${LENGTH}`, 'Connection: close']
  expect(await exchange(bytesOf({ headers, body: CONTACT }))).toMatch(/^HTTP\/1\.1 201 /)
})

import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROOF, PROOF_HEADER } from '#contract/wire/origin.ts'
import { changedPlaces, tablesPrint } from '#tests/fuzz/tables-print.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'
import { listenOnFreePort } from '#tests/support/server/listen-on-free-port.ts'

let site: TestApp
let port: number
let token: string
beforeAll(async () => {
  site = await testApp()
  token = await site.accessFor(await hire(site.db, { role: 'administrator' }))
  port = await listenOnFreePort(site)
})
afterAll(() => site.close())

/** A contact that the server accepts in a correct request. */
const CONTACT = JSON.stringify({
  department_name: 'Yard',
  location: 'Joliet',
  email: 'yard@haulyard.example',
  phones: [{ phone: '+1 312 555 0100' }],
})
const LENGTH = CONTACT.length
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

interface BrokenRequest {
  readonly line?: string
  readonly headers?: readonly string[]
  readonly body?: string
}

/** The bytes of a request with its defect. */
const bytesOf = ({ line = 'POST /api/dashboard/contacts/ HTTP/1.1', headers = [], body = '' }: BrokenRequest) =>
  [
    line,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    ...headers,
    '',
    body,
  ].join('\r\n')

/** Sends bytes, then disconnects if `hangsUp`. Resolves with everything received until the connection closes. */
function exchange(bytes: string, { hangsUp = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () =>
      hangsUp ? socket.end(bytes, 'latin1') : socket.write(bytes, 'latin1'),
    )
    socket.setEncoding('latin1').on('data', (piece: string) => {
      received += piece
    })
    socket.on('error', () => undefined).on('close', () => resolve(received))
  })
}

const SMUGGLED = 'GET /api/users/users/me/ HTTP/1.1\r\nHost: localhost\r\n\r\n'

test.each<[string, BrokenRequest]>([
  ['has two lengths', { headers: [`Content-Length: ${LENGTH}`, 'Content-Length: 5'], body: CONTACT }],
  ['has two lengths in one header', { headers: [`Content-Length: ${LENGTH}, 5`], body: CONTACT }],
  ['has a negative length', { headers: ['Content-Length: -1'], body: CONTACT }],
  ['has a length with a sign', { headers: [`Content-Length: +${LENGTH}`], body: CONTACT }],
  [
    'has a length and chunks',
    { headers: ['Content-Length: 4', 'Transfer-Encoding: chunked'], body: `${chunk(CONTACT)}0\r\n\r\n${SMUGGLED}` },
  ],
  [
    'has an unknown transfer encoding',
    { headers: ['Transfer-Encoding: xchunked'], body: `${chunk(CONTACT)}0\r\n\r\n` },
  ],
  [
    'has another transfer encoding after chunked',
    { headers: ['Transfer-Encoding: chunked, identity'], body: `${chunk(CONTACT)}0\r\n\r\n` },
  ],
  [
    'has a chunk without a valid size',
    { headers: ['Transfer-Encoding: chunked'], body: `zz\r\n${CONTACT}\r\n0\r\n\r\n` },
  ],
  [
    'has a chunk size beyond the largest number',
    { headers: ['Transfer-Encoding: chunked'], body: `${'f'.repeat(20)}\r\n${CONTACT}\r\n0\r\n\r\n` },
  ],
  [
    'has a chunk that is longer than its size',
    { headers: ['Transfer-Encoding: chunked'], body: `5\r\n${CONTACT}\r\n0\r\n\r\n` },
  ],
  ['has a header without a colon', { headers: [`Content-Length: ${LENGTH}`, 'Nonsense'], body: CONTACT }],
  ['has a space before a colon', { headers: [`Content-Length : ${LENGTH}`], body: CONTACT }],
  ['has a NUL in a header', { headers: [`Content-Length: ${LENGTH}`, 'X-A: a\0b'], body: CONTACT }],
  [
    'has a bare carriage return in a header',
    { headers: [`Content-Length: ${LENGTH}`, 'X-A: a\rX-B: b'], body: CONTACT },
  ],
  ['has a folded header', { headers: [`Content-Length: ${LENGTH}`, 'X-A: a', ' b'], body: CONTACT }],
  ['has headers above the size limit', { headers: [`X-A: ${'a'.repeat(40_000)}`, `Content-Length: ${LENGTH}`] }],
  ['has an unknown HTTP version', { line: 'POST /api/dashboard/contacts/ HTTP/9.9' }],
  ['has a request line of two words', { line: 'POST /api/dashboard/contacts/' }],
  ['has an unknown method', { line: 'STEAL /api/dashboard/contacts/ HTTP/1.1' }],
  ['has a space in its address', { line: 'POST /api/dashboard/contacts/ /x HTTP/1.1' }],
])('a request that %s gets one refusal in words and writes nothing', async (_, broken) => {
  const before = await tablesPrint(site.db, site.files.bytesByName)
  const answer = await exchange(bytesOf(broken))
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(answer.match(/HTTP\/1\.1 \d\d\d /g)).toHaveLength(1)
  expect(answer.toLowerCase()).toContain(`${PROOF_HEADER}: ${PROOF}`)
  expect(answer).toMatch(/\r\n\r\n\{"(?:detail":"|non_field_errors":\[")\w/)
  expect(changedPlaces(before, await tablesPrint(site.db, site.files.bytesByName))).toEqual([])
})

test.each<[string, string]>([
  ['a partial head', bytesOf({ headers: [`Content-Length: ${LENGTH}`] }).slice(0, 60)],
  ['a head without its final blank line', 'POST /api/dashboard/contacts/ HTTP/1.1\r\nHost: localhost\r\n'],
])('a disconnect after %s changes nothing', async (_, bytes) => {
  const before = await tablesPrint(site.db, site.files.bytesByName)
  expect(await exchange(bytes, { hangsUp: true })).not.toMatch(/^HTTP\/1\.1 2/)
  expect(changedPlaces(before, await tablesPrint(site.db, site.files.bytesByName))).toEqual([])
})

test('a disconnect in a body, or in chunks without an end, changes nothing', async () => {
  const before = await tablesPrint(site.db, site.files.bytesByName)
  for (const broken of [
    { headers: [`Content-Length: ${LENGTH + 5}`], body: CONTACT },
    { headers: ['Transfer-Encoding: chunked'], body: chunk(CONTACT) },
  ])
    expect(await exchange(bytesOf(broken), { hangsUp: true })).not.toMatch(/^HTTP\/1\.1 2/)
  expect(changedPlaces(before, await tablesPrint(site.db, site.files.bytesByName))).toEqual([])
})

test('a correct request with the same content is accepted afterward', async () => {
  const headers = [`Content-Length: ${LENGTH}`, 'Connection: close']
  expect(await exchange(bytesOf({ headers, body: CONTACT }))).toMatch(/^HTTP\/1\.1 201 /)
})

import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { Random } from '#server/demo/random.ts'
import { ODD_TEXTS } from './odd-values.ts'
import { KNOWN_UUIDS, soundValue } from './sound-value.ts'

export type Headers = Readonly<Record<string, string>>

/** The characters of a text that Node.js accepts in a header value. */
const headerText = (text: string) =>
  [...Buffer.from(text).toString('latin1')].filter((one) => one === '\t' || (one >= ' ' && one !== '\x7f')).join('')

const FORGED = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiIxIiwic2lkIjoiMSIsImV4cCI6OTk5OTk5OTk5OX0.'
const ODD_OF_THEIR_OWN: Readonly<Record<string, readonly string[]>> = {
  'if-match': ['"1"', '"0"', '"999999999"', '"9999999999"', '1', 'W/"1"', '"1", "2"', '*', '""', '"-1"', '"1'],
  'if-none-match': ['*', '"', 'W/"', 'W/"x", W/"y"', ','.repeat(3000)],
  'idempotency-key': [
    '"x"',
    '""',
    '"',
    `"${KNOWN_UUIDS[0]}`,
    `${KNOWN_UUIDS[0]}`,
    `{${KNOWN_UUIDS[0]}}`,
    'x'.repeat(2000),
  ],
  'device-id': ['x', `${KNOWN_UUIDS[0]}`, `${KNOWN_UUIDS[0]}, ${KNOWN_UUIDS[1]}`, '0'.repeat(36)],
  'device-seq': ['0', '-1', '1.5', '1', '2', '9007199254740991', '9007199254740992', '9'.repeat(16), '1e3', '٣'],
  authorization: [
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    `Bearer ${FORGED}`,
    `bearer  ${FORGED}x`,
    'Bearer a.b.c',
    'Bearer ..',
  ],
  cookie: [
    'refresh-token=',
    'refresh-token=x.y',
    'a',
    ';;;=',
    `access-token=${FORGED}`,
    `a=${'x'.repeat(3000)}`,
    '__proto__=1',
  ],
  'content-type': [
    '',
    'text/plain',
    'application/JSON',
    'application/json; charset=utf-7',
    'application/json;;',
    '/',
    'x',
  ],
  'accept-encoding': ['br;q=x', 'gzip;q=9', '*', 'identity;q=0', ','.repeat(2000)],
  range: ['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,1-1', 'bytes=99999999999999999999-', 'lines=1'],
  accept: ['', '*/*;q=', 'image/png', 'text/html'],
  'user-agent': ['', 'x'.repeat(5000)],
  'x-forwarded-for': ['127.0.0.1', ', ,', '::::', '10.0.0.1, 10.0.0.2'],
  'upload-offset': ['-1', 'x', '999999999999', '1'],
  'upload-length': ['0', '-1', '999999999999', '1.5'],
  'x-kt-webhook-signature': ['x', '0'.repeat(40), ''],
  referer: ['x', '//'],
  origin: ['null', 'https://evil.example'],
  host: ['', 'evil.example:99999', '[::1'],
  expect: ['100-continue'],
}

/** The call's own headers; for a change sometimes also its idempotency key, version and device. */
export function soundHeaders(random: Random, endpoint: EndpointShape): Headers {
  const own = endpoint.headers ? (soundValue(random, endpoint.headers) as Headers) : {}
  if (endpoint.method === 'GET' || random.chance(0.6)) return own
  const key = random.chance(0.5) ? { 'idempotency-key': `"${uuid(random)}"` } : {}
  const version = random.chance(0.3) ? { 'if-match': `"${random.whole(1, 3)}"` } : {}
  const device = random.chance(0.3)
    ? { 'device-id': random.pick(KNOWN_UUIDS), 'device-seq': `${random.whole(1, 99)}` }
    : {}
  return { ...own, ...key, ...version, ...device }
}

/** One to three headers, mostly with invalid values. */
export function oddHeaders(random: Random): Headers {
  const names = Array.from({ length: random.whole(1, 3) }, () => random.pick(Object.keys(ODD_OF_THEIR_OWN)))
  return Object.fromEntries(
    names.map((name) => [
      name,
      random.chance(0.6) ? random.pick(ODD_OF_THEIR_OWN[name] ?? ['']) : headerText(random.pick(ODD_TEXTS)),
    ]),
  )
}

/** A new UUID. */
export function uuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HTTPMethods } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROOF, PROOF_HEADER } from '#contract/wire/origin.ts'
import { DatabaseError, type Db } from '#server/db/db.ts'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { ARCHIVE_PATH } from '#server/http/files/serve-archive.ts'
import { aTileArchive } from '#tests/support/builders/a-tile-archive.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire, hireDriver } from '#tests/support/server/company.ts'
import { openTestDb } from '#tests/support/server/database.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const
/** Streams also forbid intermediaries to transform them, because that would delay events. */
const NO_STORE = /^private, no-store(?:, no-transform)?$/
const STATUSES = [200, 204, 206, 304, 400, 401, 403, 404, 405, 413, 415, 429, 500, 503]

let site: TestApp
let folder = ''
let admin = ''
let bystander = ''
/** The error that the database throws; null while it works. */
let fault: Error | null = null
const seenStatuses = new Set<number>()

/** A database that throws `fault` while it is set. */
const failOnDemand = (db: Db): Db =>
  new Proxy(db, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name, target)
      if (typeof part !== 'function') return part
      return (...given: readonly unknown[]) => {
        if (fault && name !== 'close') throw fault
        return Reflect.apply(part, target, given)
      }
    },
  })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-proof-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Haulyard</title><body></body>')
  writeFileSync(join(folder, 'sw.js'), '// the worker')
  writeFileSync(join(folder, 'map.pmtiles'), aTileArchive())
  const map = { kind: 'pmtiles', file: join(folder, 'map.pmtiles'), attribution: '' } as const
  site = await testApp({
    database: failOnDemand(await openTestDb()),
    appDir: folder,
    map,
    publicUrl: 'https://yard.example',
  })
  admin = await site.accessFor(await hire(site.db, { role: 'administrator' }))
  bystander = await site.accessFor(await hire(site.db, { role: 'driver' }))
  await hireDriver(site.db)
})
afterAll(async () => {
  fault = null
  await site.close()
  rmSync(folder, { recursive: true })
})

interface RequestOptions {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

/** Whether a path serves no company data: the app's own files, the map, and the description of the calls. */
const isPublic = (url: string) => !url.startsWith('/api') || ['/api/docs', '/api/openapi.json'].includes(url)

/**
 * Makes one request. Every response must have the proof header, forbid caching (except public files), require https,
 * forbid type guessing and have a content security policy. Returns the headers.
 */
async function expectProof(method: HTTPMethods, url: string, { token, headers = {}, payload }: RequestOptions = {}) {
  const own = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await site.app.inject({
    method,
    url,
    headers: { ...own, ...headers },
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  })
  answer.stream().destroy()
  seenStatuses.add(answer.statusCode)
  const { [PROOF_HEADER]: proof, 'cache-control': kept } = answer.headers
  expect(proof, `${method} ${url} ${answer.statusCode}`).toBe(PROOF)
  const mayKeep = isPublic(url) && answer.statusCode < 400
  expect(kept, `${method} ${url} ${answer.statusCode}`).toMatch(mayKeep ? /./ : NO_STORE)
  const isSecured = [
    answer.headers['strict-transport-security'] === 'max-age=31536000',
    answer.headers['x-content-type-options'] === 'nosniff',
    /default-src/.test(String(answer.headers['content-security-policy'])),
  ]
  expect(isSecured, `${method} ${url} ${answer.statusCode}`).toEqual([true, true, true])
  return answer.headers
}

const json = { 'content-type': 'application/json' }
const pathFor = (path: string) => path.replace(/:\w+/g, '1')

describe('every response has the proof and security headers, and no cache may store company data:', () => {
  test.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const url = pathFor(endpoint.path)
    for (const method of METHODS) await expectProof(method, url)
    for (const token of [admin, bystander, 'forged']) await expectProof(endpoint.method, url, { token })
    for (const payload of ['{', '{}', JSON.stringify({ much: 'x'.repeat(1024 * 1024) })])
      await expectProof(endpoint.method, url, { token: admin, headers: json, payload })
    await expectProof(endpoint.method, url, { token: admin, headers: { 'content-type': 'text/plain' }, payload: 'a' })
  })

  test('unknown and malformed paths', async () => {
    for (const url of ['/api/', '/api/nothing/', '/api', '/api/%zz/', `/api/drivers/${'9'.repeat(200)}/`, '/%zz']) {
      for (const method of METHODS) await expectProof(method, url, { token: admin })
    }
  })

  test('an unchanged list, and ranges of the map archive', async () => {
    const { etag } = await expectProof('GET', '/api/drivers/', { token: admin })
    await expectProof('GET', '/api/drivers/', { token: admin, headers: { 'if-none-match': String(etag) } })
    expect(seenStatuses).toContain(304)
    await expectProof('GET', ARCHIVE_PATH, { headers: { range: 'bytes=0-6' } })
    await expectProof('GET', ARCHIVE_PATH, { headers: { range: 'bytes=999999-' } })
  })

  test('the app’s own files and pages, and the description of the calls', async () => {
    for (const url of ['/', '/drivers', '/sw.js', '/index.html', '/gone.js', '/api/docs', '/api/openapi.json'])
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'] as const) await expectProof(method, url)
  })

  test('a throttled sign-in', async () => {
    const payload = JSON.stringify({ email: 'nobody@haulyard.example', password: 'wrong-password' })
    for (let times = 0; times < 40; times++)
      await expectProof('POST', '/api/auth/jwt/create/', { headers: json, payload })
    expect(seenStatuses).toContain(429)
  })

  test('an internal error, and a database that is unavailable or stopping', async () => {
    for (const failure of [
      new Error('a fault'),
      new DatabaseError('stopping', '57P01', null),
      new DatabaseError('away', '08006', null),
    ]) {
      fault = failure
      await expectProof('GET', '/api/drivers/', { token: admin })
      await expectProof('POST', '/api/auth/jwt/refresh/', { headers: json, payload: '{"refresh":"x"}' })
      fault = null
    }
  })

  test('an unreadable request', async () => {
    await site.app.listen({ host: '127.0.0.1', port: 0 })
    const bound = site.app.server.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0
    const twoLengths = (other: string) =>
      `POST /api/auth/jwt/refresh/ HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n${other}\r\n\r\n0\r\n\r\n`
    for (const sent of [
      'nonsense\r\n\r\n',
      `GET /api/health/ HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
      // If a proxy and the server use different lengths, this becomes two requests.
      twoLengths('content-length: 6'),
      twoLengths('transfer-encoding: chunked'),
    ]) {
      const answer = await new Promise<string>((resolve) => {
        let text = ''
        const socket = connect(port, '127.0.0.1', () => socket.write(sent))
        socket.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
        })
        socket.on('close', () => resolve(text)).on('error', () => undefined)
      })
      expect(answer).toMatch(/^HTTP\/1\.1 4(?:00|31) /)
      expect(answer.toLowerCase()).toContain(`${PROOF_HEADER}: ${PROOF}`)
      expect(answer.toLowerCase()).toContain('cache-control: private, no-store')
      expect(answer.toLowerCase()).toContain('strict-transport-security: max-age=31536000')
      expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'")
    }
  })

  test('a server whose app is not built', async () => {
    const bare = await testApp({ publicUrl: 'https://yard.example' })
    const { statusCode, headers } = await bare.app.inject('/')
    expect(statusCode).toBe(503)
    expect(headers).toMatchObject({
      [PROOF_HEADER]: PROOF,
      'strict-transport-security': expect.any(String),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    await bare.close()
  })

  test('the responses above include every expected status', () => {
    expect([...seenStatuses]).toEqual(expect.arrayContaining(STATUSES))
  })
})

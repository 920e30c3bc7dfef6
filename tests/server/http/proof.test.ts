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
/** Streams also say that nothing on their way may hold them up. */
const NO_STORE = /^private, no-store(?:, no-transform)?$/
const STATUSES = [200, 204, 206, 304, 400, 401, 403, 404, 405, 413, 415, 429, 500, 503]

let site: TestApp
let folder = ''
let admin = ''
let bystander = ''
/** What the database does instead of answering; null while it answers. */
let fault: Error | null = null
const seen = new Set<number>()

/** A database that fails when it is told to. */
const faulty = (db: Db): Db =>
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
  site = await testApp({ on: faulty(await openTestDb()), appDir: folder, map, publicUrl: 'https://yard.example' })
  admin = await site.accessFor(await hire(site.db, { role: 'administrator' }))
  bystander = await site.accessFor(await hire(site.db, { role: 'driver' }))
  await hireDriver(site.db)
})
afterAll(async () => {
  fault = null
  await site.close()
  rmSync(folder, { recursive: true })
})

interface Asked {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

/** Nothing of the company: the app's own files, the map, and what describes the calls. */
const isPublic = (url: string) => !url.startsWith('/api') || ['/api/docs', '/api/openapi.json'].includes(url)

/**
 * Asks once; whatever comes must bear the proof, say that no cache keeps it, and have browsers come over https, guess no type
 * and show it as the page that it is alone. Answers the headers.
 */
async function ask(method: HTTPMethods, url: string, { token, headers = {}, payload }: Asked = {}) {
  const own = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await site.app.inject({
    method,
    url,
    headers: { ...own, ...headers },
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  })
  answer.stream().destroy()
  seen.add(answer.statusCode)
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

describe('every answer of the server shows whose it is, and no cache keeps one of the company', () => {
  test.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const url = pathFor(endpoint.path)
    for (const method of METHODS) await ask(method, url)
    for (const token of [admin, bystander, 'forged']) await ask(endpoint.method, url, { token })
    for (const payload of ['{', '{}', JSON.stringify({ much: 'x'.repeat(1024 * 1024) })])
      await ask(endpoint.method, url, { token: admin, headers: json, payload })
    await ask(endpoint.method, url, { token: admin, headers: { 'content-type': 'text/plain' }, payload: 'a' })
  })

  test('what nobody has a path for, and what is no path at all', async () => {
    for (const url of ['/api/', '/api/nothing/', '/api', '/api/%zz/', `/api/drivers/${'9'.repeat(200)}/`, '/%zz']) {
      for (const method of METHODS) await ask(method, url, { token: admin })
    }
  })

  test('a list that the device has already, and parts of one', async () => {
    const { etag } = await ask('GET', '/api/drivers/', { token: admin })
    await ask('GET', '/api/drivers/', { token: admin, headers: { 'if-none-match': String(etag) } })
    expect(seen).toContain(304)
    await ask('GET', ARCHIVE_PATH, { headers: { range: 'bytes=0-6' } })
    await ask('GET', ARCHIVE_PATH, { headers: { range: 'bytes=999999-' } })
  })

  test('the app’s own files and pages, and the description of the calls', async () => {
    for (const url of ['/', '/drivers', '/sw.js', '/index.html', '/gone.js', '/api/docs', '/api/openapi.json'])
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'] as const) await ask(method, url)
  })

  test('a sign-in that is limited', async () => {
    const payload = JSON.stringify({ email: 'nobody@haulyard.example', password: 'wrong-password' })
    for (let times = 0; times < 40; times++) await ask('POST', '/api/auth/jwt/create/', { headers: json, payload })
    expect(seen).toContain(429)
  })

  test('a fault of ours, and a database that is away or stopping', async () => {
    for (const failure of [
      new Error('a fault'),
      new DatabaseError('stopping', '57P01', null),
      new DatabaseError('away', '08006', null),
    ]) {
      fault = failure
      await ask('GET', '/api/drivers/', { token: admin })
      await ask('POST', '/api/auth/jwt/refresh/', { headers: json, payload: '{"refresh":"x"}' })
      fault = null
    }
  })

  test('what is no request that can be read', async () => {
    await site.app.listen({ host: '127.0.0.1', port: 0 })
    const bound = site.app.server.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0
    const twoLengths = (other: string) =>
      `POST /api/auth/jwt/refresh/ HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n${other}\r\n\r\n0\r\n\r\n`
    for (const sent of [
      'nonsense\r\n\r\n',
      `GET /api/health/ HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
      // A proxy and a server that each believe another one make two requests of it.
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

  test('all of this was seen', () => {
    expect([...seen]).toEqual(expect.arrayContaining(STATUSES))
  })
})

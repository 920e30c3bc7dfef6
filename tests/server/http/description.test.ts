import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { type TestApp, testApp } from '#tests/support/server/app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

test('the OpenAPI description has every call, and the details of sample calls', async () => {
  const { status, body } = await site.signedOut('GET', '/api/openapi.json')
  expect(status).toBe(200)
  expect(body.openapi).toBe('3.1.0')
  for (const { path, method, name } of allEndpoints) {
    const operation = body.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    expect(operation, name).toMatchObject({ operationId: name, responses: expect.anything() })
  }
  const update = body.paths['/api/drivers/{id}/'].patch
  expect(update.parameters.map((one: { name: string }) => one.name)).toEqual([
    'id',
    'Idempotency-Key',
    'Device-Id',
    'Device-Seq',
    'Prefer',
    'If-Match',
  ])
  expect(update.requestBody.content['application/json'].schema.properties).toHaveProperty('CDL_expire')
  expect(Object.keys(update.responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '412', '422']),
  )
  expect(update.responses['200'].content['application/json'].schema.anyOf[1]).toEqual({
    $ref: '#/components/schemas/Receipt',
  })
  expect(body.paths['/api/users/users/me/'].patch.responses['403'].description).toContain('`password_needed`')
  expect(update.responses['404'].headers).toEqual({ 'Answered-By': { $ref: '#/components/headers/AnsweredBy' } })
  expect(body.components.headers.AnsweredBy.schema).toEqual({ const: 'haulyard' })
  expect(body.paths['/api/auth/jwt/create/'].post.security).toEqual([])
  expect(body.paths['/api/gomotive/webhook/'].post.requestBody.content).toEqual({ 'application/json': { schema: {} } })
})

test('every schema reference in the OpenAPI description resolves', async () => {
  const { body, text } = await site.signedOut('GET', '/api/openapi.json')
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map((found) => found[1] ?? '')
  expect(references.length).toBeGreaterThan(0)
  for (const name of references) expect(body.components.schemas).toHaveProperty(name)
})

test('the documentation page shows every call and needs no script', async () => {
  for (const path of ['/api/docs', '/api/docs/']) {
    const { status, text, headers } = await site.signedOut('GET', path)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/html')
    expect(headers['content-security-policy']).toContain("style-src 'self'")
    expect(text).not.toMatch(/<script|<style|style=|onclick/)
    for (const { summary, name } of allEndpoints) {
      expect(text).toContain(`id="${name}"`)
      expect(text).toContain(summary.replaceAll("'", '&#39;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
    }
    expect(text).toContain('results[].user.first_name')
    expect(text).toContain('Body: JSON, as whoever sends it has signed it.')
    expect(text).toContain('date, yyyy-MM-dd or null')
    expect(text).toContain('Needs: permission to view drivers.')
    expect(text).toContain('Answered-By: haulyard')
  }
  expect((await site.signedOut('GET', '/api/docs.css')).headers['content-type']).toContain('text/css')
})

test('responses are compressed only for clients that accept it', async () => {
  const get = (accept: string) =>
    site.app.inject({ method: 'GET', url: '/api/openapi.json', headers: { 'accept-encoding': accept } })
  const plain = await get('identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers.vary).toContain('Accept-Encoding')
  const brotli = await get('gzip, deflate, br')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.payload)
  const gzip = await get('gzip;q=1.0, br;q=0')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.payload)
})

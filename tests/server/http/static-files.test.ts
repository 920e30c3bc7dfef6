import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveAppFiles } from '#server/http/files/static-files.ts'
import { setNoStoreByDefault } from '#server/http/no-store.ts'

const HTML = `<!doctype html><html><head><title>Haulyard</title><script>let a = 1</script><style>b { top: 0 }</style>
<script type="module" crossorigin src="/assets/main-1.js"></script>
<link rel="stylesheet" crossorigin href="/assets/main-1.css">
</head><body><div id="root"></div><div class="frame"></div></body></html>
`
let appDir = ''
let app: FastifyInstance

function write(path: string, text: string, isCompressed = true): void {
  const file = join(appDir, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  if (!isCompressed) return
  writeFileSync(`${file}.br`, brotliCompressSync(text))
  writeFileSync(`${file}.gz`, gzipSync(text))
}

async function serve(imageOrigin: string | null = null): Promise<FastifyInstance> {
  const fastify = Fastify()
  fastify.get('/api/health/', async () => ({ status: 'ok' }))
  setNoStoreByDefault(fastify)
  serveAppFiles(fastify, appDir, imageOrigin)
  await fastify.ready()
  return fastify
}

beforeEach(async () => {
  const top = mkdtempSync(join(tmpdir(), 'haulyard-static-'))
  appDir = join(top, 'app')
  writeFileSync(join(top, 'secret.txt'), 'not for browsers')
  write('index.html', HTML)
  write('assets/main-1.js', 'console.log(1)')
  write('assets/main-1.css', 'body { margin: 0 }')
  write('sw.js', 'self.addEventListener("install", () => {})')
  write('manifest.webmanifest', '{}')
  write('icons/icon.png', 'png', false)
  write('.env', 'SECRET=1', false)
  write(
    'route-preloads.json',
    JSON.stringify({
      '/': { js: ['/assets/dashboard-1.js'], css: [], needsSession: true },
      '/index.html': { js: ['/assets/layout-1.js'], css: [] },
      '/login': { js: ['/assets/login-1.js'], css: ['/assets/login-1.css'] },
      '/setup': { js: ['/assets/setup-1.js'], css: [] },
      '/drivers': { js: ['/assets/drivers-1.js'], css: ['/assets/drivers-1.css'], needsSession: true },
      '/drivers/$id': { js: ['/assets/card-1.js'], css: [], needsSession: true },
    }),
  )
  app = await serve()
})
afterEach(async () => {
  await app.close()
  rmSync(dirname(appDir), { recursive: true, force: true })
})

/** A request from the browser of a signed-in user. `cookie: ''` makes it one without a session. */
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { cookie: 'theme=1; access-token=a.b.c', ...headers } })

test.each([
  ['gzip, deflate, br', 'br', (bytes: Buffer) => brotliDecompressSync(bytes)],
  ['gzip, br;q=0', 'gzip', (bytes: Buffer) => gunzipSync(bytes)],
  ['', undefined, (bytes: Buffer) => bytes],
])('Accept-Encoding “%s” gets a file with the encoding %s', async (accepts, encoding, open) => {
  const answer = await get('/assets/main-1.js', { 'accept-encoding': accepts })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.vary).toBe('Accept-Encoding')
  expect(open(answer.rawPayload).toString()).toBe('console.log(1)')
})

test('hashed files are cached forever, and everything else is revalidated', async () => {
  expect((await get('/assets/main-1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const path of ['/', '/index.html', '/drivers', '/sw.js', '/manifest.webmanifest', '/icons/icon.png']) {
    expect((await get(path)).headers['cache-control'], path).toBe('no-cache')
  }
})

test.each(['/', '/sw.js', '/assets/main-1.css', '/icons/icon.png'])(
  '%s unchanged gets a 304 without a body',
  async (path) => {
    const headers = { 'accept-encoding': 'br' }
    const { etag } = (await get(path, headers)).headers
    const again = await get(path, { ...headers, 'if-none-match': `W/${etag}, "other"` })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
    expect((await get(path, { ...headers, 'if-none-match': '"other"' })).statusCode).toBe(200)
  },
)

test('every path of the app gets its page, with links to the files that the page needs', async () => {
  const drivers = (await get('/drivers?filter=on_vacation')).body
  expect(drivers).toContain('<link rel="modulepreload" crossorigin href="/assets/drivers-1.js">')
  expect(drivers).toContain('<link rel="stylesheet" crossorigin href="/assets/drivers-1.css">')
  expect((await get('/drivers/17')).body).toContain('/assets/card-1.js')
  const unknown = await get('/no/such/page')
  expect(unknown.statusCode).toBe(200)
  expect(unknown.body).not.toContain('drivers-1')
  expect(unknown.headers['content-type']).toBe('text/html; charset=utf-8')
})

test('a browser without a session gets links to the files of sign-in or setup, and of no other page', async () => {
  const nobody = { cookie: 'theme=access-token; access-token=; refresh-token=a.b.c' }
  for (const path of ['/', '/drivers', '/drivers/17', '/login']) {
    const { body } = await get(path, nobody)
    expect(body, path).toContain('<link rel="modulepreload" crossorigin href="/assets/login-1.js">')
    expect(body, path).toContain('<link rel="stylesheet" crossorigin href="/assets/login-1.css">')
    expect(body, path).not.toMatch(/dashboard-1|drivers-1|card-1/)
  }
  const setup = (await get('/setup', nobody)).body
  expect(setup).toContain('/assets/setup-1.js')
  expect(setup).not.toContain('login-1')
  expect((await get('/index.html', nobody)).body).toBe((await get('/index.html')).body)
})

test('a page cached before sign-in is not valid after sign-in', async () => {
  const { etag } = (await get('/', { cookie: '' })).headers
  const again = await get('/', { 'if-none-match': `${etag}` })
  expect(again.statusCode).toBe(200)
  expect(again.body).toContain('dashboard-1')
  expect((await get('/', { cookie: 'access-token=a.b.c' })).body).toBe(again.body)
})

test('the page that a device stores for every address has no links of a particular page', async () => {
  const kept = (await get('/index.html')).body
  expect(kept).toContain('<link rel="modulepreload" crossorigin href="/assets/layout-1.js">')
  expect(kept).not.toContain('dashboard-1')
  expect((await get('/')).body).toContain('dashboard-1')
})

test('style sheets come after the frame, so that the frame is painted before they arrive', async () => {
  const { body } = await get('/drivers')
  expect(body.indexOf('class="frame"')).toBeLessThan(body.indexOf('/assets/main-1.css'))
  expect(body.match(/main-1\.css/g)).toHaveLength(1)
})

test('a unit whose id contains a dot has a page; a missing file is a 404', async () => {
  const accept = 'text/html,application/xhtml+xml'
  expect((await get('/trucks/T.17', { accept })).statusCode).toBe(200)
  for (const path of ['/assets/gone-1.js', '/assets/gone', '/favicon.ico']) {
    const answer = await get(path, { accept: path.startsWith('/assets/') ? accept : '*/*' })
    expect(answer.statusCode, path).toBe(404)
    expect(answer.headers['cache-control']).toBe('private, no-store')
  }
})

test('a path longer than any file name gets the page or a 404, never a server error', async () => {
  const long = 'x'.repeat(300)
  expect((await get(`/${long}`)).statusCode).toBe(200)
  const answer = await get(`/${long}.js`, { accept: '*/*' })
  expect(answer.statusCode).toBe(404)
  expect((await get(`/assets/${long}.js`)).statusCode).toBe(404)
})

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/.env',
  '/route-preloads.json',
  '/assets/',
  '/a%00b',
])('%s reveals nothing', async (path) => {
  const answer = await get(path, { accept: '*/*' })
  expect(answer.body).not.toMatch(/not for browsers|SECRET|drivers-1/)
})

test('the policy allows the page’s inline scripts and styles by hash, and no others', async () => {
  const { headers } = await get('/')
  const policy = String(headers['content-security-policy'])
  // printf 'let a = 1' | openssl dgst -sha256 -binary | base64
  expect(policy).toContain(`script-src 'self' 'sha256-LAfYd7pbFUgwfQu8b4q135PeTG2z+/coPEUYCd74eCQ=';`)
  expect(policy).toContain(`style-src 'self' 'sha256-sycusZkKcyk8qMQdLW9frfkOk+9MOpjm5qb7uoW3ESw=';`)
  expect(policy).toContain('frame-src blob:')
  expect(policy).toContain(`connect-src 'self';`)
  expect(headers['referrer-policy']).toBe('strict-origin')
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('the permissions policy allows only the page itself, and only what the app uses', async () => {
  const asked = String((await get('/')).headers['permissions-policy']).split(', ')
  expect(asked).toEqual(expect.arrayContaining(['camera=(self)', 'geolocation=()', 'microphone=()', 'payment=()']))
  expect(asked.filter((one) => !/=\((?:self)?\)$/.test(one))).toEqual([])
})

test('only the app’s own pages may show a page in a frame', async () => {
  // A document that the app created inherits the policy of its page, and WebKit applies it to the frame of the
  // document.
  expect(String((await get('/')).headers['content-security-policy'])).toMatch(/; frame-ancestors 'self'$/)
})

test('images may come from the origin of the map tiles, and from no other origin', async () => {
  const imagesOf = ({ headers }: Awaited<ReturnType<typeof get>>) =>
    /img-src [^;]*/.exec(String(headers['content-security-policy']))?.[0]
  expect(imagesOf(await get('/'))).toBe(`img-src 'self' data: blob:`)
  const tiled = await serve('https://tiles.example.com')
  const page = await tiled.inject('/drivers')
  expect(imagesOf(page)).toBe(`img-src 'self' data: blob: https://tiles.example.com`)
  expect(String(page.headers['content-security-policy']).match(/tiles\.example\.com/g)).toHaveLength(1)
  // OpenStreetMap refuses requests without a referrer.
  expect(page.headers['referrer-policy']).toBe('strict-origin')
  await tiled.close()
})

test('a new build is served without a restart', async () => {
  expect((await get('/')).body).toContain('main-1.js')
  write('index.html', HTML.replaceAll('main-1', 'main-22'))
  expect((await get('/')).body).toContain('main-22.js')
})

test('without a build, the page says what to do', async () => {
  rmSync(appDir, { recursive: true })
  const bare = await serve()
  const answer = await bare.inject('/drivers')
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('npm run build')
  await bare.close()
})

test('POST is a 404, and HEAD gets the headers without a body', async () => {
  expect((await app.inject({ method: 'POST', url: '/drivers' })).statusCode).toBe(404)
  const head = await app.inject({ method: 'HEAD', url: '/assets/main-1.js' })
  expect(head.statusCode).toBe(200)
  expect(head.headers['content-length']).toBe('14')
  expect(head.rawPayload).toHaveLength(0)
})

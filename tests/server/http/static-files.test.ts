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

/** As the browser of somebody who is signed in; `cookie: ''` for one in which nobody is. */
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { cookie: 'theme=1; access-token=a.b.c', ...headers } })

test.each([
  ['gzip, deflate, br', 'br', (bytes: Buffer) => brotliDecompressSync(bytes)],
  ['gzip, br;q=0', 'gzip', (bytes: Buffer) => gunzipSync(bytes)],
  ['', undefined, (bytes: Buffer) => bytes],
])('for "%s" a file comes as %s', async (accepts, encoding, open) => {
  const answer = await get('/assets/main-1.js', { 'accept-encoding': accepts })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.vary).toBe('Accept-Encoding')
  expect(open(answer.rawPayload).toString()).toBe('console.log(1)')
})

test('hashed files are kept for ever, all else is asked for again', async () => {
  expect((await get('/assets/main-1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const path of ['/', '/index.html', '/drivers', '/sw.js', '/manifest.webmanifest', '/icons/icon.png']) {
    expect((await get(path)).headers['cache-control'], path).toBe('no-cache')
  }
})

test.each(['/', '/sw.js', '/assets/main-1.css', '/icons/icon.png'])(
  '%s unchanged answers 304 without a body',
  async (path) => {
    const headers = { 'accept-encoding': 'br' }
    const { etag } = (await get(path, headers)).headers
    const again = await get(path, { ...headers, 'if-none-match': `W/${etag}, "other"` })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
    expect((await get(path, { ...headers, 'if-none-match': '"other"' })).statusCode).toBe(200)
  },
)

test('every path that the app routes gets its page, with links to what that page needs', async () => {
  const drivers = (await get('/drivers?filter=on_vacation')).body
  expect(drivers).toContain('<link rel="modulepreload" crossorigin href="/assets/drivers-1.js">')
  expect(drivers).toContain('<link rel="stylesheet" crossorigin href="/assets/drivers-1.css">')
  expect((await get('/drivers/17')).body).toContain('/assets/card-1.js')
  const unknown = await get('/no/such/page')
  expect(unknown.statusCode).toBe(200)
  expect(unknown.body).not.toContain('drivers-1')
  expect(unknown.headers['content-type']).toBe('text/html; charset=utf-8')
})

test('who is not signed in gets what the way in needs, whatever was asked for, and no other page’s', async () => {
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

test('a page that was kept for nobody is not taken for that of who has signed in since', async () => {
  const { etag } = (await get('/', { cookie: '' })).headers
  const again = await get('/', { 'if-none-match': `${etag}` })
  expect(again.statusCode).toBe(200)
  expect(again.body).toContain('dashboard-1')
  expect((await get('/', { cookie: 'access-token=a.b.c' })).body).toBe(again.body)
})

test('the page that a device keeps for every address has links to no page of its own', async () => {
  const kept = (await get('/index.html')).body
  expect(kept).toContain('<link rel="modulepreload" crossorigin href="/assets/layout-1.js">')
  expect(kept).not.toContain('dashboard-1')
  expect((await get('/')).body).toContain('dashboard-1')
})

test('style sheets stand behind the frame, so that it is painted before they have come', async () => {
  const { body } = await get('/drivers')
  expect(body.indexOf('class="frame"')).toBeLessThan(body.indexOf('/assets/main-1.css'))
  expect(body.match(/main-1\.css/g)).toHaveLength(1)
})

test('a unit whose id holds a dot has a page; a missing file has none', async () => {
  const accept = 'text/html,application/xhtml+xml'
  expect((await get('/trucks/T.17', { accept })).statusCode).toBe(200)
  for (const path of ['/assets/gone-1.js', '/assets/gone', '/favicon.ico']) {
    const answer = await get(path, { accept: path.startsWith('/assets/') ? accept : '*/*' })
    expect(answer.statusCode, path).toBe(404)
    expect(answer.headers['cache-control']).toBe('private, no-store')
  }
})

test('a path longer than any file name is a page like others, or nothing, never a failure', async () => {
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
])('%s gives nothing away', async (path) => {
  const answer = await get(path, { accept: '*/*' })
  expect(answer.body).not.toMatch(/not for browsers|SECRET|drivers-1/)
})

test('the policy allows the scripts and styles that stand in the page by what they say, and no other', async () => {
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

test('a page asks for what the app uses, and no part of it for anything else', async () => {
  const asked = String((await get('/')).headers['permissions-policy']).split(', ')
  expect(asked).toEqual(expect.arrayContaining(['camera=(self)', 'geolocation=()', 'microphone=()', 'payment=()']))
  expect(asked.filter((one) => !/=\((?:self)?\)$/.test(one))).toEqual([])
})

test('a page is shown inside no other site, and what it opens in a frame of its own may stand in it', async () => {
  // A document that the app made has the policy of its page, and WebKit asks it whether that page may hold it.
  expect(String((await get('/')).headers['content-security-policy'])).toMatch(/; frame-ancestors 'self'$/)
})

test('pictures may come from the host of the map’s tiles, and from nowhere else', async () => {
  const imagesOf = ({ headers }: Awaited<ReturnType<typeof get>>) =>
    /img-src [^;]*/.exec(String(headers['content-security-policy']))?.[0]
  expect(imagesOf(await get('/'))).toBe(`img-src 'self' data: blob:`)
  const tiled = await serve('https://tiles.example.com')
  const page = await tiled.inject('/drivers')
  expect(imagesOf(page)).toBe(`img-src 'self' data: blob: https://tiles.example.com`)
  expect(String(page.headers['content-security-policy']).match(/tiles\.example\.com/g)).toHaveLength(1)
  // OpenStreetMap serves nobody who doesn’t say where he stands.
  expect(page.headers['referrer-policy']).toBe('strict-origin')
  await tiled.close()
})

test('a new build is served without a new start', async () => {
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

test('other methods find nothing there', async () => {
  expect((await app.inject({ method: 'POST', url: '/drivers' })).statusCode).toBe(404)
  const head = await app.inject({ method: 'HEAD', url: '/assets/main-1.js' })
  expect(head.statusCode).toBe(200)
  expect(head.headers['content-length']).toBe('14')
  expect(head.rawPayload).toHaveLength(0)
})

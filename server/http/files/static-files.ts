import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '../compress.ts'
import { type AppPage, appPages } from './app-pages.ts'
import { etagOf, isUnchanged, openFile } from './open-file.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const SUFFIXES = { br: '.br', gzip: '.gz' } as const
/** Plain names only: no path out of the folder, and no hidden file. */
const SAFE_PATH = /^(\/[\w-][\w.-]*)+$/
/** A file for this server only, not for browsers. */
const NOT_SERVED = '/route-preloads.json'
/** File names in this folder contain a hash of the file. */
const HASHED = '/assets/'
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATE = 'no-cache'
/**
 * The cookie of a signed-in user, named as in the specification. The refresh cookie can't be used here: it outlives a
 * sign-out without a network. The cookie only selects a page. Each page has its own entity tag, so a browser that
 * revalidates never shows the wrong one.
 */
const SESSION_COOKIE = /(?:^|; *)access-token=[^;]/
const NOT_BUILT = 'The app is not built: run "npm run build", then load this page again.\n'

/**
 * Serves the built app for every path outside the API. Files are sent as the build compressed them: hashed files can be
 * cached forever, all others are revalidated. The app's own routes receive `index.html`, whose pages may also show
 * images of `imageOrigin`.
 */
export function serveAppFiles(app: FastifyInstance, appDir: string, imageOrigin: string | null = null): void {
  const pages = appPages(appDir, imageOrigin)
  if (!pages.pageFor('/', false)) app.log.warn('the app is not built: run "npm run build"')
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const hasSession = SESSION_COOKIE.test(request.headers.cookie ?? '')
    const root = pages.pageFor('/', hasSession)
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(reply, 404, 'Not found.\n')
    if (!root) return refuse(reply, 503, NOT_BUILT)
    reply.headers(root.headers)
    if (path === '/index.html') return sendPage(request, reply, pages.pageFor(path, hasSession) ?? root)
    if (SAFE_PATH.test(path) && !path.startsWith(NOT_SERVED) && (await sendFile(request, reply, appDir, path)))
      return reply
    if (!isPage(request, path)) return refuse(reply, 404, 'Not found.\n')
    return sendPage(request, reply, pages.pageFor(path, hasSession) ?? root)
  })
}

/** A name with an extension is a file, unless a browser navigates to it: ids of units can contain a dot. */
function isPage(request: FastifyRequest, path: string): boolean {
  if (path.startsWith(HASHED)) return false
  return extname(path) === '' || (request.headers.accept ?? '').includes('text/html')
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: AppPage): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  reply
    .headers(page.headers)
    .headers({ 'cache-control': REVALIDATE, vary: 'Accept-Encoding', 'content-type': TYPES['.html'] })
  if (isUnchanged(request, reply, `"${page.etag}${encoding ?? ''}"`)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(200).send(page.bodies[encoding ?? 'identity'])
}

/** Sends the file in the best available encoding. Returns false when the file does not exist. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, appDir: string, path: string): Promise<boolean> {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const compressed = encoding ? await openFile(join(appDir, path + SUFFIXES[encoding])) : null
  const file = compressed ?? (await openFile(join(appDir, path)))
  if (!file) return false
  const stats = await file.stat()
  reply.headers({
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': path.startsWith(HASHED) ? IMMUTABLE : REVALIDATE,
    vary: 'Accept-Encoding',
  })
  if (isUnchanged(request, reply, etagOf(stats))) {
    await file.close()
    await reply.code(304).send()
    return true
  }
  if (compressed && encoding) reply.header('content-encoding', encoding)
  void reply.code(200).header('content-length', stats.size).send(file.createReadStream())
  return true
}

function refuse(reply: FastifyReply, status: 404 | 503, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text)
}

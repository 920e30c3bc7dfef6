import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accepted } from '../compress.ts'
import { type AppPage, appPages } from './app-pages.ts'
import { etagOf, isUnchanged, openFile } from './opened-file.ts'

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
/** Plain names only: nothing that could leave the folder, and no hidden file. */
const SAFE_PATH = /^(\/[\w-][\w.-]*)+$/
/** For this server alone, not for browsers. */
const NOT_SERVED = '/route-preloads.json'
/** Names under it carry a hash of what is in them. */
const HASHED = '/assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'
/**
 * The cookie of a user who is signed in, as the specification names it; that of the refresh token outlives a sign-out
 * without a network. Which page it leads to hangs on nothing else, and each has an `etag` of its own, so that a browser that asks first never shows the one for the other.
 */
const SESSION = /(?:^|; *)access-token=[^;]/
const NOT_BUILT = 'The app is not built: run "npm run build", then load this page again.\n'

/**
 * Serves the built app for every path that is not a call: files as the build compressed them, hashed ones for ever, the
 * rest never without asking first; and `index.html` for the pages that the app itself routes, which may show pictures of
 * `imageOrigin` too.
 */
export function serveAppFiles(app: FastifyInstance, appDir: string, imageOrigin: string | null = null): void {
  const pages = appPages(appDir, imageOrigin)
  if (!pages.pageFor('/', false)) app.log.warn('the app is not built: run "npm run build"')
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const hasSession = SESSION.test(request.headers.cookie ?? '')
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

/** A name with an ending is a file, unless a browser goes there to show a page: ids of units may hold a dot. */
function isPage(request: FastifyRequest, path: string): boolean {
  if (path.startsWith(HASHED)) return false
  return extname(path) === '' || (request.headers.accept ?? '').includes('text/html')
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: AppPage): FastifyReply {
  const encoding = accepted(request.headers['accept-encoding'])
  reply
    .headers(page.headers)
    .headers({ 'cache-control': ASK_FIRST, vary: 'Accept-Encoding', 'content-type': TYPES['.html'] })
  if (isUnchanged(request, reply, `"${page.etag}${encoding ?? ''}"`)) return reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(200).send(page.bodies[encoding ?? 'identity'])
}

/** Sends the file of that path in the best encoding there is; answers false when there is no such file. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, appDir: string, path: string): Promise<boolean> {
  const encoding = accepted(request.headers['accept-encoding'])
  const compressed = encoding ? await openFile(join(appDir, path + SUFFIXES[encoding])) : null
  const file = compressed ?? (await openFile(join(appDir, path)))
  if (!file) return false
  const stats = await file.stat()
  reply.headers({
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': path.startsWith(HASHED) ? FOR_EVER : ASK_FIRST,
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

function refuse(reply: FastifyReply, status: 404 | 503, words: string): FastifyReply {
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(words)
}

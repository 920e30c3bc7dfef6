import { type FileHandle, open } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AppPage, appPages } from './app-pages.ts'
import { accepted } from './compress.ts'

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
/** What the disk says of a path that is no file; the last: a name longer than any file's can be. */
const NO_SUCH_FILE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])
const NOT_BUILT = 'The app is not built: run "npm run build", then load this page again.\n'

/**
 * Serves the built app for every path that is not a call: files as the build compressed them, hashed ones for ever, the
 * rest never without asking first; and `index.html` for the pages that the app itself routes.
 */
export function serveAppFiles(app: FastifyInstance, appDir: string): void {
  const pages = appPages(appDir)
  if (!pages.pageFor('/')) app.log.warn('the app is not built: run "npm run build"')
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const root = pages.pageFor('/')
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(reply, 404, 'Not found.\n')
    if (!root) return refuse(reply, 503, NOT_BUILT)
    reply.headers(root.headers)
    if (path === '/index.html') return sendPage(request, reply, root)
    if (SAFE_PATH.test(path) && !path.startsWith(NOT_SERVED) && (await sendFile(request, reply, appDir, path)))
      return reply
    if (!isPage(request, path)) return refuse(reply, 404, 'Not found.\n')
    return sendPage(request, reply, pages.pageFor(path) ?? root)
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
  const { size, mtimeMs } = await file.stat()
  reply.headers({
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': path.startsWith(HASHED) ? FOR_EVER : ASK_FIRST,
    vary: 'Accept-Encoding',
  })
  if (isUnchanged(request, reply, `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`)) {
    await file.close()
    await reply.code(304).send()
    return true
  }
  if (compressed && encoding) reply.header('content-encoding', encoding)
  // Sent from the opened file: a build that takes its place meanwhile does not change what is on its way.
  void reply.code(200).header('content-length', size).send(file.createReadStream())
  return true
}

async function openFile(path: string): Promise<FileHandle | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (NO_SUCH_FILE.has(error.code ?? '')) return null
    throw error
  })
  if (!file || (await file.stat()).isFile()) return file
  await file.close()
  return null
}

function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  return (request.headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

function refuse(reply: FastifyReply, status: 404 | 503, words: string): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
    .send(words)
}

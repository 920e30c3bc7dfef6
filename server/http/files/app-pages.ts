import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { pageSecurity } from './page-security.ts'

/** `index.html` as one page of the app gets it: with links to what that page needs, ready to send in every encoding. */
export interface AppPage {
  readonly etag: string
  readonly bodies: { readonly identity: Buffer; readonly br: Buffer; readonly gzip: Buffer }
  readonly headers: Readonly<Record<string, string>>
}

const ASSET = z.string().check(z.regex(/^\/[\w./-]+$/))
const PRELOADS = z.record(
  z.string(),
  z.object({ js: z.array(ASSET), css: z.array(ASSET), needsSession: z.optional(z.boolean()) }),
)
type Assets = { readonly js: readonly string[]; readonly css: readonly string[] }
type Preloads = Readonly<Record<string, Assets & { readonly needsSession?: boolean | undefined }>>

const STYLE_SHEET = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g
const NOTHING: Assets = { js: [], css: [] }
/** Where the app sends who is not signed in, whichever page was asked for. */
const WAY_IN = '/login'

/**
 * The app's page for each path, made again when the built files change. `pageFor` answers null while there is no build.
 * The page's preloads let the browser ask for its scripts at once instead of finding them one behind the other; who is not
 * signed in gets those of the way in for pages that need a session.
 */
export function appPages(appDir: string, imageOrigin: string | null) {
  let version = ''
  let html = ''
  let preloads: Preloads = {}
  const pages = new Map<string, AppPage>()
  const refresh = (): boolean => {
    const stat = statSync(join(appDir, 'index.html'), { throwIfNoEntry: false })
    if (!stat) return false
    const now = `${stat.mtimeMs} ${stat.size} ${stat.ino}`
    if (now === version) return true
    html = readFileSync(join(appDir, 'index.html'), 'utf8')
    preloads = readPreloads(join(appDir, 'route-preloads.json'))
    pages.clear()
    version = now
    return true
  }
  return {
    pageFor(path: string, hasSession: boolean): AppPage | null {
      if (!refresh()) return null
      const asked = routeOf(Object.keys(preloads), path)
      const route = asked !== null && !hasSession && preloads[asked]?.needsSession ? WAY_IN : asked
      const known = pages.get(route ?? '')
      if (known) return known
      const page = makePage(html, (route === null ? undefined : preloads[route]) ?? NOTHING, imageOrigin)
      pages.set(route ?? '', page)
      return page
    },
  }
}

/** The file that the build writes; without it the pages go without links of their own. */
function readPreloads(file: string): Preloads {
  if (!statSync(file, { throwIfNoEntry: false })) return {}
  return PRELOADS.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** The route in the router's writing (`/drivers/$id`) that a path belongs to; written-out parts win over `$` ones. */
export function routeOf(routes: readonly string[], path: string): string | null {
  const parts = path.split('/').filter(Boolean)
  const fitting = routes.filter((route) => {
    const wanted = route.split('/').filter(Boolean)
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at])
  })
  const placeholders = (route: string) => route.split('$').length
  return fitting.sort((a, b) => placeholders(a) - placeholders(b))[0] ?? null
}

/**
 * Puts module preloads into the head, and all style sheets behind the frame: so the frame is painted before they have
 * come, and the app's script, which the browser holds until they have, never shows anything unstyled.
 */
function makePage(html: string, assets: Assets, imageOrigin: string | null): AppPage {
  const own = html.match(STYLE_SHEET) ?? []
  const missing = (path: string) => !html.includes(`"${path}"`)
  const preloads = assets.js.filter(missing).map((path) => `<link rel="modulepreload" crossorigin href="${path}">\n`)
  const sheets = assets.css.filter(missing).map((path) => `<link rel="stylesheet" crossorigin href="${path}">\n`)
  const text = html
    .replace(STYLE_SHEET, '')
    .replace('</head>', () => `${preloads.join('')}</head>`)
    .replace('</body>', () => `${[...own, ...sheets].join('')}</body>`)
  const identity = Buffer.from(text)
  return {
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    bodies: {
      identity,
      br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      gzip: gzipSync(identity, { level: 9 }),
    },
    headers: pageSecurity(text, imageOrigin),
  }
}

import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { pageSecurity } from './page-security.ts'

/**
 * `index.html` for one page of the app, with links to the page's scripts and style sheets, ready to send in every
 * encoding.
 */
export interface AppPage {
  readonly etag: string
  readonly bodies: { readonly identity: Buffer; readonly br: Buffer; readonly gzip: Buffer }
  readonly headers: Readonly<Record<string, string>>
}

const assetPath = z.string().check(z.regex(/^\/[\w./-]+$/))
const preloadsSchema = z.record(
  z.string(),
  z.object({ js: z.array(assetPath), css: z.array(assetPath), needsSession: z.optional(z.boolean()) }),
)
type Assets = { readonly js: readonly string[]; readonly css: readonly string[] }
type Preloads = Readonly<Record<string, Assets & { readonly needsSession?: boolean | undefined }>>

const STYLE_SHEET = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g
const NO_ASSETS: Assets = { js: [], css: [] }
/** The page to which the app redirects users who are not signed in. */
const SIGN_IN_ROUTE = '/login'

/**
 * Provides the app's page for each path, and rebuilds the pages when the built files change. `pageFor` returns null
 * before the first build. Preload links let the browser fetch all scripts of a page immediately, instead of discovering
 * them one after the other. Without a session, a page that requires one gets the links of the sign-in page.
 */
export function appPages(appDir: string, imageOrigin: string | null) {
  let version = ''
  let html = ''
  let preloads: Preloads = {}
  const pages = new Map<string, AppPage>()
  const refresh = (): boolean => {
    const stat = statSync(join(appDir, 'index.html'), { throwIfNoEntry: false })
    if (!stat) return false
    const current = `${stat.mtimeMs} ${stat.size} ${stat.ino}`
    if (current === version) return true
    html = readFileSync(join(appDir, 'index.html'), 'utf8')
    preloads = readPreloads(join(appDir, 'route-preloads.json'))
    pages.clear()
    version = current
    return true
  }
  return {
    pageFor(path: string, hasSession: boolean): AppPage | null {
      if (!refresh()) return null
      const requestedRoute = routeOf(Object.keys(preloads), path)
      const route =
        requestedRoute !== null && !hasSession && preloads[requestedRoute]?.needsSession
          ? SIGN_IN_ROUTE
          : requestedRoute
      const cached = pages.get(route ?? '')
      if (cached) return cached
      const page = makePage(html, (route === null ? undefined : preloads[route]) ?? NO_ASSETS, imageOrigin)
      pages.set(route ?? '', page)
      return page
    },
  }
}

/** Reads the list of assets that the build writes. Without the file, pages have no preload links. */
function readPreloads(file: string): Preloads {
  if (!statSync(file, { throwIfNoEntry: false })) return {}
  return preloadsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/**
 * The route of a path, in the router's notation (`/drivers/$id`). Literal parts win over `$` parameters. Null if none
 * fits.
 */
export function routeOf(routes: readonly string[], path: string): string | null {
  const parts = path.split('/').filter(Boolean)
  const matching = routes.filter((route) => {
    const routeParts = route.split('/').filter(Boolean)
    return (
      routeParts.length === parts.length && routeParts.every((part, at) => part.startsWith('$') || part === parts[at])
    )
  })
  const placeholders = (route: string) => route.split('$').length
  return matching.sort((a, b) => placeholders(a) - placeholders(b))[0] ?? null
}

/**
 * Adds module preloads to the head and moves all style sheets to the end of the body, so that the page's frame is
 * painted before they arrive. The app's script never shows unstyled content: browsers run it only after the style
 * sheets arrived.
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

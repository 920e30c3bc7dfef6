import { readdirSync } from 'node:fs'
import { root } from './places.mjs'

/** What the bundler tells of a module. */
export interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null
}

// As the bundler writes paths, on every system.
const here = root.replaceAll('\\', '/')
const ROUTES = `${here}/src/routes/`
const AREAS = `${here}/src/areas/`
const isOurs = (id: string) => id.startsWith(`${here}/src/`) || id.startsWith(`${here}/contract/`)
const isShared = (id: string) => isOurs(id) && !id.startsWith(ROUTES)
const areaOf = (id: string) => (id.startsWith(AREAS) ? (id.slice(AREAS.length).split('/')[0] ?? null) : null)

/** The routes that stand outside the app's own layout: what somebody sees who is not signed in. */
const publicRoutes = () => readdirSync(ROUTES).filter((name) => !name.startsWith('_'))
/** What every page loads once it stands, signed in or not. */
const TOASTS = `${here}/src/app/toasts.tsx`
const EVERYWHERE = [TOASTS, `${here}/src/offline/live/live.ts`]

/** Our modules that the public pages import, directly or not. A page's own part is split from its route by the router. */
function ofPublicPages(graph: ModuleGraph): ReadonlySet<string> {
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id) || !isOurs(id)) return
    seen.add(id)
    for (const one of graph.getModuleInfo(id)?.importedIds ?? []) visit(one)
  }
  for (const route of publicRoutes())
    for (const page of graph.getModuleInfo(`${ROUTES}${route}`)?.dynamicallyImportedIds ?? []) visit(page)
  for (const id of EVERYWHERE) visit(id)
  return seen
}

/**
 * Which modules stand together in one file, most important first: what the first script needs, what the public pages
 * share, the toasts that every page has, what the signed-in pages share, and what the pages of one area share; each with
 * what it imports of packages.
 * A group imports those before it and never one behind it, so that no two files import each other. Left to itself the
 * bundler makes a file for every set of pages: 161, most of them under 2 kB, and 67 requests for the first screen.
 */
export function chunkGroups() {
  let known: ReadonlySet<string> | null = null
  const isPublic = (id: string, graph: ModuleGraph) => {
    known ??= ofPublicPages(graph)
    return known.has(id)
  }
  const isOfPublic = (id: string, graph: ModuleGraph) => isShared(id) && isPublic(id, graph)
  const isOfApp = (id: string, graph: ModuleGraph) => isShared(id) && !isPublic(id, graph) && areaOf(id) === null
  const shared = { minShareCount: 2 }
  return [
    { priority: 4, name: 'initial', tags: ['$initial' as const] },
    { ...shared, priority: 3, name: (id: string, graph: ModuleGraph) => (isOfPublic(id, graph) ? 'public' : null) },
    // With the parts of Mantine that dialogs and menus need as well: these must not bring the whole app to a login.
    { priority: 2, name: (id: string) => (id === TOASTS ? 'toasts' : null) },
    { ...shared, priority: 1, name: (id: string, graph: ModuleGraph) => (isOfApp(id, graph) ? 'app' : null) },
    { ...shared, priority: 0, name: areaOf },
  ]
}

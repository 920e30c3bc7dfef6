import { readdirSync } from 'node:fs'
import { root } from '../places.mjs'
import { EVERY_PAGE_PARTS, KEY_MODULES, OUTBOX_PARTS } from './page-parts.mjs'

/** The bundler's information about modules. */
export interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null
}

// With `/` on every system, as in the bundler's module ids.
export const rootPath = root.replaceAll('\\', '/')
const ROUTES = `${rootPath}/src/routes/`
const FIRST = `${rootPath}/src/main.tsx`
/** All commands of the app. The outbox loads them after the page is shown; actions load them when they run. */
const COMMANDS = OUTBOX_PARTS.commands
const isOwnModule = (id: string) => id.startsWith(`${rootPath}/src/`) || id.startsWith(`${rootPath}/contract/`)
/** Our own modules except route files: several parts can use them. */
export const isShared = (id: string) => isOwnModule(id) && !id.startsWith(ROUTES)
/** The `-changes` files of the contract: request bodies, the rules for inputs, and the calls that write. */
export const isOfChanges = (id: string) => id.startsWith(`${rootPath}/contract/`) && id.endsWith('-changes.ts')

const allRoutes = () =>
  readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => path.replaceAll('\\', '/'))
/** Routes outside the app's layout `_app`, which need no sign-in. Names with `-` are files that routes share. */
const isPublicRoute = (name: string) => !/^[-_]/.test(name)
/** Modules that signed-in pages load on their own in addition to the page. */
const SIGNED_IN = [`${rootPath}/src/app/draft-offers.tsx`]

/**
 * The modules `from` and all own modules that they import, directly or indirectly. `beyond` is left out with its
 * imports.
 */
export function importedBy(
  graph: ModuleGraph,
  from: readonly string[],
  beyond: string | null = null,
): ReadonlySet<string> {
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id) || !isOwnModule(id) || id === beyond) return
    seen.add(id)
    for (const one of graph.getModuleInfo(id)?.importedIds ?? []) visit(one)
  }
  for (const id of from) visit(id)
  return seen
}

/** The page modules of these routes. The router splits each page from its route file. */
const pagesOf = (graph: ModuleGraph, routes: readonly string[]) =>
  routes.flatMap((route) => graph.getModuleInfo(`${ROUTES}${route}`)?.dynamicallyImportedIds ?? [])

/** The modules of the pages of these routes and of `alsoFrom`, without the commands. */
function modulesOfPages(
  graph: ModuleGraph,
  routes: readonly string[],
  alsoFrom: readonly string[],
): ReadonlySet<string> {
  return importedBy(graph, [...pagesOf(graph, routes), ...alsoFrom], COMMANDS)
}

/** Pages that belong to another part: they share its modules and are linked only from its pages. */
const PARTS: Readonly<Record<string, string>> = { security: 'users' }
/** The part of the site that a route belongs to: `_app/users.$userId.tsx` to "users". */
function partOf(route: string): string {
  const first = route.replace(/^_app\//, '').split(/[._]/)[0] ?? route
  return PARTS[first] ?? first
}

/** The parts where most users start. Their own modules are grouped with the modules that all pages share. */
const FIRST_PARTS: ReadonlySet<string> = new Set(['schedule'])
/**
 * The parts whose pages must load fastest. Contract modules that only other parts use are loaded with the other parts.
 */
const EARLY_PARTS: ReadonlySet<string> = new Set(['drivers', 'schedule'])
/** Parts whose pages open their forms by a click. Some other pages are forms themselves. */
const BOARD_PARTS: ReadonlySet<string> = new Set([...EARLY_PARTS, 'maintenance'])

const APP = '_app.tsx'
const routesOf = (parts: ReadonlySet<string>) => [APP, ...allRoutes().filter((route) => parts.has(partOf(route)))]
const publicRoutes = () => allRoutes().filter(isPublicRoute)
const everyPage = [...Object.values(EVERY_PAGE_PARTS), ...SIGNED_IN]

/** Module → the only part of the site whose pages use it; null when several parts or every page use it. */
function onlyPartOf(graph: ModuleGraph, all: ReadonlySet<string>): ReadonlyMap<string, string | null> {
  const parts = Map.groupBy(allRoutes(), partOf)
  const found = new Map<string, string | null>()
  for (const [part, routes] of parts) {
    for (const id of modulesOfPages(graph, routes, []))
      found.set(id, found.has(id) || !all.has(id) || FIRST_PARTS.has(part) ? null : part)
  }
  for (const id of importedBy(graph, everyPage, COMMANDS)) found.set(id, null)
  return found
}

export interface Pages {
  readonly publics: ReadonlySet<string>
  readonly all: ReadonlySet<string>
  readonly early: ReadonlySet<string>
  readonly boards: ReadonlySet<string>
  readonly commands: ReadonlySet<string>
  readonly outbox: ReadonlySet<string>
  readonly keys: ReadonlySet<string>
  readonly only: ReadonlyMap<string, string | null>
}

/** Our own modules, grouped by the pages that use them. */
export function pagesIn(graph: ModuleGraph): Pages {
  const all = modulesOfPages(graph, allRoutes(), everyPage)
  return {
    publics: modulesOfPages(graph, publicRoutes(), Object.values(EVERY_PAGE_PARTS)),
    all,
    early: modulesOfPages(graph, routesOf(EARLY_PARTS), everyPage),
    boards: modulesOfPages(graph, routesOf(BOARD_PARTS), everyPage),
    commands: importedBy(graph, [COMMANDS]),
    outbox: importedBy(graph, Object.values(OUTBOX_PARTS)),
    keys: importedBy(graph, KEY_MODULES),
    only: onlyPartOf(graph, all),
  }
}

const firstRoutes = () => [...publicRoutes(), ...routesOf(EARLY_PARTS)].filter((route) => !route.includes('/-'))

/**
 * The entry modules of a login, the list of drivers and the schedule: the first script, their pages, and `everyPage`.
 */
export function firstModules(graph: ModuleGraph): readonly string[] {
  return [FIRST, ...everyPage, ...pagesOf(graph, firstRoutes())]
}
/**
 * The first routes whose page the build does not split from the route file, so that `firstModules` lacks their page.
 */
export const routesWithoutPage = (graph: ModuleGraph): readonly string[] =>
  firstRoutes().filter((route) => pagesOf(graph, [route]).length === 0)

/** Each module that `from` loads → the module that imports it; null for the modules of `from` themselves. */
export function importerOf(graph: ModuleGraph, from: readonly string[]): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>(from.map((id) => [id, null]))
  // The loop also visits the modules that it adds to `found`.
  for (const by of found.keys()) {
    for (const id of graph.getModuleInfo(by)?.importedIds ?? [])
      if (isOwnModule(id) && id !== COMMANDS && !found.has(id)) found.set(id, by)
  }
  return found
}

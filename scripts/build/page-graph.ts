import { readdirSync } from 'node:fs'
import { root } from '../places.mjs'
import { EVERYWHERE, OUTBOX } from './page-parts.mjs'

/** What the bundler tells of a module. */
export interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null
}

// As the bundler writes paths, on every system.
export const here = root.replaceAll('\\', '/')
const ROUTES = `${here}/src/routes/`
const FIRST = `${here}/src/main.tsx`
/** What the app can send: read by the outbox, which is opened once a page stands, and by acts when they are done. */
const COMMANDS = OUTBOX.commands
const isOurs = (id: string) => id.startsWith(`${here}/src/`) || id.startsWith(`${here}/contract/`)
/** Ours, and no route's own: what several parts may have. */
export const isShared = (id: string) => isOurs(id) && !id.startsWith(ROUTES)
/** What changes are made of, by its name: bodies, the rules of what is typed, and the calls that write. */
export const isOfChanges = (id: string) => id.startsWith(`${here}/contract/`) && id.endsWith('-changes.ts')

const allRoutes = () =>
  readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => path.replaceAll('\\', '/'))
/** The routes that stand outside the app's own layout: what somebody sees who is not signed in. `-`: what routes within it share. */
const isPublicRoute = (name: string) => !/^[-_]/.test(name)
/** What signed-in pages load by themselves besides their own part. */
const SIGNED_IN = [`${here}/src/app/draft-offers.tsx`]

/** Our modules that these import, directly or not, themselves included; whatever `beyond` names is left out with what it imports. */
export function importedBy(
  graph: ModuleGraph,
  from: readonly string[],
  beyond: string | null = null,
): ReadonlySet<string> {
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id) || !isOurs(id) || id === beyond) return
    seen.add(id)
    for (const one of graph.getModuleInfo(id)?.importedIds ?? []) visit(one)
  }
  for (const id of from) visit(id)
  return seen
}

/** The pages of these routes: a page's own part is split from its route by the router. */
const pagesOf = (graph: ModuleGraph, routes: readonly string[]) =>
  routes.flatMap((route) => graph.getModuleInfo(`${ROUTES}${route}`)?.dynamicallyImportedIds ?? [])

/** Those of the pages of these routes, and from which they all begin. */
function ofPages(graph: ModuleGraph, routes: readonly string[], alsoFrom: readonly string[]): ReadonlySet<string> {
  return importedBy(graph, [...pagesOf(graph, routes), ...alsoFrom], COMMANDS)
}

/** Pages that are made of what those of another part are, and reached from these alone. */
const PARTS: Readonly<Record<string, string>> = { security: 'users' }
/** The part of the site that a route belongs to: `_app/users.$userId.tsx` to "users". */
function partOf(route: string): string {
  const first = route.replace(/^_app\//, '').split(/[._]/)[0] ?? route
  return PARTS[first] ?? first
}

/** Where most people begin: what these have of their own stands with what all pages share. */
const FIRST_PARTS: ReadonlySet<string> = new Set(['schedule'])
/** Whose pages must be there soonest: what of the contract only others ask for comes with those. */
const EARLY_PARTS: ReadonlySet<string> = new Set(['drivers', 'schedule'])
/** Whose forms are opened by a click, as nearly everywhere: other pages are forms. */
const BOARD_PARTS: ReadonlySet<string> = new Set([...EARLY_PARTS, 'maintenance'])

const APP = '_app.tsx'
const routesOf = (parts: ReadonlySet<string>) => [APP, ...allRoutes().filter((route) => parts.has(partOf(route)))]
const publicRoutes = () => allRoutes().filter(isPublicRoute)
const everyPage = [...Object.values(EVERYWHERE), ...SIGNED_IN]

/** By module, the one part of the site whose pages have it; null where several have it, or every page. */
function onlyParts(graph: ModuleGraph, all: ReadonlySet<string>): ReadonlyMap<string, string | null> {
  const parts = Map.groupBy(allRoutes(), partOf)
  const found = new Map<string, string | null>()
  for (const [part, routes] of parts) {
    for (const id of ofPages(graph, routes, []))
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
  readonly only: ReadonlyMap<string, string | null>
}

/** Our modules by whose pages have them. */
export function pagesIn(graph: ModuleGraph): Pages {
  const all = ofPages(graph, allRoutes(), everyPage)
  return {
    publics: ofPages(graph, publicRoutes(), Object.values(EVERYWHERE)),
    all,
    early: ofPages(graph, routesOf(EARLY_PARTS), everyPage),
    boards: ofPages(graph, routesOf(BOARD_PARTS), everyPage),
    commands: importedBy(graph, [COMMANDS]),
    outbox: importedBy(graph, Object.values(OUTBOX)),
    only: onlyParts(graph, all),
  }
}

const firstRoutes = () => [...publicRoutes(), ...routesOf(EARLY_PARTS)].filter((route) => !route.includes('/-'))

/** What a login, the list of drivers and the schedule begin with: the first script, their pages, what every page loads. */
export function firstModules(graph: ModuleGraph): readonly string[] {
  return [FIRST, ...everyPage, ...pagesOf(graph, firstRoutes())]
}
/** The first routes whose pages the build does not split from them, so that `firstModules` has no page of theirs. */
export const routesWithoutPage = (graph: ModuleGraph): readonly string[] =>
  firstRoutes().filter((route) => pagesOf(graph, [route]).length === 0)

/** By module that these bring along, themselves included, which of them or of its importers brings it: null for themselves. */
export function bringersFrom(graph: ModuleGraph, from: readonly string[]): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>(from.map((id) => [id, null]))
  // What is found meanwhile is gone through, too.
  for (const by of found.keys()) {
    for (const id of graph.getModuleInfo(by)?.importedIds ?? [])
      if (isOurs(id) && id !== COMMANDS && !found.has(id)) found.set(id, by)
  }
  return found
}

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
/** What the app can send: read by the outbox, which is opened once a page stands, and by acts when they are done. */
const COMMANDS = OUTBOX.commands
const isOurs = (id: string) => id.startsWith(`${here}/src/`) || id.startsWith(`${here}/contract/`)
/** Ours, and no route's own: what several parts may have. */
export const isShared = (id: string) => isOurs(id) && !id.startsWith(ROUTES)

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

/** Those of the pages of these routes, and from which they all begin. A page's own part is split from its route by the router. */
function ofPages(graph: ModuleGraph, routes: readonly string[], alsoFrom: readonly string[]): ReadonlySet<string> {
  const pages = routes.flatMap((route) => graph.getModuleInfo(`${ROUTES}${route}`)?.dynamicallyImportedIds ?? [])
  return importedBy(graph, [...pages, ...alsoFrom], COMMANDS)
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

/** By module, the one part of the site whose pages have it; null where several have it, or every page. */
function onlyParts(graph: ModuleGraph, all: ReadonlySet<string>): ReadonlyMap<string, string | null> {
  const parts = Map.groupBy(allRoutes(), partOf)
  const found = new Map<string, string | null>()
  for (const [part, routes] of parts) {
    for (const id of ofPages(graph, routes, []))
      found.set(id, found.has(id) || !all.has(id) || FIRST_PARTS.has(part) ? null : part)
  }
  for (const id of importedBy(graph, [...Object.values(EVERYWHERE), ...SIGNED_IN], COMMANDS)) found.set(id, null)
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
  const everywhere = Object.values(EVERYWHERE)
  const everyPage = [...everywhere, ...SIGNED_IN]
  const pagesOf = (parts: ReadonlySet<string>) =>
    ofPages(graph, ['_app.tsx', ...allRoutes().filter((route) => parts.has(partOf(route)))], everyPage)
  const all = ofPages(graph, allRoutes(), everyPage)
  return {
    publics: ofPages(graph, allRoutes().filter(isPublicRoute), everywhere),
    all,
    early: pagesOf(EARLY_PARTS),
    boards: pagesOf(BOARD_PARTS),
    commands: importedBy(graph, [COMMANDS]),
    outbox: importedBy(graph, Object.values(OUTBOX)),
    only: onlyParts(graph, all),
  }
}

import { readdirSync } from 'node:fs'
import { EVERYWHERE } from './page-parts.mjs'
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
const CONTRACT = `${here}/contract/`
const BOARDS = `${here}/src/boards/`
/** What the app can send: read by the outbox, which is opened once a page stands, and by acts when they are done. */
const COMMANDS = `${here}/src/app/commands.ts`
const ICON = /\/icons-react\/.*\/Icon\w+\.m?js$/
const isOurs = (id: string) => id.startsWith(`${here}/src/`) || id.startsWith(`${here}/contract/`)
const isShared = (id: string) => isOurs(id) && !id.startsWith(ROUTES)
const folderIn = (above: string, id: string) =>
  id.startsWith(above) ? (id.slice(above.length).split('/')[0] ?? null) : null
const areaOf = (id: string) => folderIn(AREAS, id)
const boardOf = (id: string) => folderIn(BOARDS, id)

const allRoutes = () => readdirSync(ROUTES)
/** The routes that stand outside the app's own layout: what somebody sees who is not signed in. `-`: what routes within it share. */
const isPublicRoute = (name: string) => !/^[-_]/.test(name)
/** What signed-in pages load by themselves besides their own part. */
const SIGNED_IN = [`${here}/src/app/draft-offers.tsx`]

/** Our modules that these import, directly or not, themselves included; whatever `beyond` names is left out with what it imports. */
function importedBy(graph: ModuleGraph, from: readonly string[], beyond: string | null = null): ReadonlySet<string> {
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

/** The part of the site that a route belongs to: `_app.users.$userId.tsx` to "users". */
const partOf = (route: string) => route.replace(/^_app\./, '').split(/[._]/)[0] ?? route

/** Where most people begin: what these have of their own stands with what all pages share. */
const FIRST_PARTS: ReadonlySet<string> = new Set(['schedule'])
/** Whose pages must be there soonest: what of the contract only others ask for comes with those. */
const EARLY_PARTS: ReadonlySet<string> = new Set(['drivers', 'schedule'])

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

interface Pages {
  readonly publics: ReadonlySet<string>
  readonly all: ReadonlySet<string>
  readonly early: ReadonlySet<string>
  readonly commands: ReadonlySet<string>
  readonly only: ReadonlyMap<string, string | null>
}

/** Our modules by whose pages have them. */
function pagesIn(graph: ModuleGraph): Pages {
  const everywhere = Object.values(EVERYWHERE)
  const everyPage = [...everywhere, ...SIGNED_IN]
  const early = allRoutes().filter((route) => EARLY_PARTS.has(partOf(route)))
  const all = ofPages(graph, allRoutes(), everyPage)
  return {
    publics: ofPages(graph, allRoutes().filter(isPublicRoute), everywhere),
    all,
    early: ofPages(graph, ['_app.tsx', ...early], everyPage),
    commands: importedBy(graph, [COMMANDS]),
    only: onlyParts(graph, all),
  }
}

/**
 * Which modules stand together in one file, most important first: what the first script needs, what the public pages
 * share, the toasts that every page has, what the signed-in pages share, icons of several parts, what one
 * part of the site and the changes that are made there have in common, what of the contract no early page asks for, what
 * changes are made of, what the pages of one area share, and those of one board, and what is opened by a click on several
 * of them (dialogs, pickers, the calendar), which no page has at first; each with what it imports of packages.
 * A group imports those before it and never one behind it, so that no two files import each other. Left to itself the
 * bundler makes a file for every set of pages: 161, most of them under 2 kB, and 67 requests for the first screen.
 */
export function chunkGroups() {
  let known: Pages | null = null
  const pages = (graph: ModuleGraph) => {
    known ??= pagesIn(graph)
    return known
  }
  const isOfPublic = (id: string, graph: ModuleGraph) => isShared(id) && pages(graph).publics.has(id)
  const isOfCommands = (id: string, graph: ModuleGraph) => isShared(id) && pages(graph).commands.has(id)
  // With what both a page and a change of an area are made of: else changes would bring the whole page along.
  const isOfApp = (id: string, graph: ModuleGraph) =>
    isShared(id) &&
    pages(graph).all.has(id) &&
    ((areaOf(id) === null && boardOf(id) === null) || pages(graph).commands.has(id))
  const changesOf = (id: string, graph: ModuleGraph) => {
    const part = isOfApp(id, graph) && pages(graph).commands.has(id) ? pages(graph).only.get(id) : null
    return part ? `${part}-changes` : null
  }
  const isOfLater = (id: string, graph: ModuleGraph) =>
    id.startsWith(CONTRACT) && !pages(graph).early.has(id) && !pages(graph).commands.has(id)
  const shares = (id: string, graph: ModuleGraph) =>
    !isOfApp(id, graph) || changesOf(id, graph) ? null : isOfLater(id, graph) ? 'later' : 'app'
  const sharedAs = (name: 'app' | 'later') => (id: string, graph: ModuleGraph) =>
    shares(id, graph) === name ? name : null
  const isOfClick = (id: string) => isShared(id) && areaOf(id) === null
  const shared = { minShareCount: 2 }
  return [
    { priority: 8, name: 'initial', tags: ['$initial' as const] },
    { ...shared, priority: 7, name: (id: string, graph: ModuleGraph) => (isOfPublic(id, graph) ? 'public' : null) },
    // With the parts of Mantine that dialogs and menus need as well: these must not bring the whole app to a login.
    { priority: 6, name: (id: string) => (id === EVERYWHERE.toasts ? 'toasts' : null) },
    { ...shared, priority: 5, name: sharedAs('app') },
    // Else an icon stands with the first that has it, and brings all of that to whoever has it too.
    { ...shared, priority: 4, name: (id: string) => (ICON.test(id) ? 'icons' : null) },
    { priority: 3.5, name: changesOf },
    { ...shared, priority: 3.2, name: sharedAs('later') },
    { priority: 3, name: (id: string, graph: ModuleGraph) => (isOfCommands(id, graph) ? 'commands' : null) },
    {
      ...shared,
      priority: 2,
      name: (id: string, graph: ModuleGraph) => (pages(graph).all.has(id) ? areaOf(id) : null),
    },
    {
      ...shared,
      priority: 1,
      name: (id: string, graph: ModuleGraph) =>
        pages(graph).all.has(id) && boardOf(id) ? `${boardOf(id)}-board` : null,
    },
    { ...shared, priority: 0, name: (id: string) => (isOfClick(id) ? 'clicked' : null) },
  ]
}

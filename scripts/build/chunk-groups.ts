import { ModuleKinds } from './module-kinds.ts'
import type { ModuleGraph } from './page-graph.ts'
import { EVERYWHERE } from './page-parts.mjs'

/** What toasts, dialogs and menus have in common: they stand over the page. */
const OVERLAYS = /\/(?:react-remove-scroll|components\/Portal|get-default-z-index)\//
const ICON = /\/icons-react\/.*\/Icon\w+\.m?js$/

/**
 * Which modules stand together in one file, most important first: what the first script needs, what the public pages
 * share, what toasts and dialogs have in common, the toasts that every page has, what the signed-in pages share, icons
 * of several parts, what one part of the site and the changes that are made there have in common, what of the contract's
 * `-changes` files several parts ask for, what else of the contract no early page asks for, what changes are made of,
 * what forms are made of, what the pages of one area share, what a map is made of, what those of one board share, what
 * the outbox is opened with, and what is opened by a click on several of them (dialogs, pickers, the calendar), which no
 * page has at first; each with what it imports of packages. A group imports those before it and never one behind it, so
 * that no two files import each other. Left to itself the bundler makes a file for every set of pages: 161, most of them
 * under 2 kB, and 67 requests for the first screen.
 */
export function chunkGroups() {
  const kinds = new ModuleKinds()
  const named = (name: string | null, kind: string) => (name === null ? null : `${name}-${kind}`)
  const shared = { minShareCount: 2 }
  const sharedAs = (name: 'app' | 'later') => (id: string, graph: ModuleGraph) =>
    kinds.sharedAs(id, graph) === name ? name : null
  return [
    { priority: 8, name: 'initial', tags: ['$initial' as const] },
    {
      ...shared,
      priority: 7,
      name: (id: string, graph: ModuleGraph) => (kinds.isOfPublic(id, graph) ? 'public' : null),
    },
    // Apart from the toasts, which a page does not wait for; and from the app, which a login has no use for.
    { priority: 6.5, name: (id: string) => (OVERLAYS.test(id) ? 'overlays' : null) },
    { priority: 6, name: (id: string) => (id === EVERYWHERE.toasts ? 'toasts' : null) },
    { ...shared, priority: 5, name: sharedAs('app') },
    // Else an icon stands with the first that has it, and brings all of that to whoever has it too.
    { ...shared, priority: 4, name: (id: string) => (ICON.test(id) ? 'icons' : null) },
    { priority: 3.5, name: (id: string, graph: ModuleGraph) => named(kinds.changesOf(id, graph), 'changes') },
    {
      priority: 3.3,
      name: (id: string, graph: ModuleGraph) => (kinds.isOfSeveralChanges(id, graph) ? 'changes' : null),
    },
    { ...shared, priority: 3.2, name: sharedAs('later') },
    { priority: 3, name: (id: string, graph: ModuleGraph) => (kinds.isOfCommands(id, graph) ? 'commands' : null) },
    {
      ...shared,
      priority: 2.5,
      name: (id: string, graph: ModuleGraph) => (kinds.isOfForms(id, graph) ? 'forms' : null),
    },
    { ...shared, priority: 2, name: (id: string, graph: ModuleGraph) => kinds.areaOf(id, graph) },
    // Not only what is shared: what is drawn later builds upon it, and would take it along to where other late parts are.
    { priority: 1.5, name: (id: string, graph: ModuleGraph) => (kinds.isOfMap(id, graph) ? 'map' : null) },
    { ...shared, priority: 1, name: (id: string, graph: ModuleGraph) => named(kinds.boardOf(id, graph), 'board') },
    {
      ...shared,
      priority: 0.5,
      name: (id: string, graph: ModuleGraph) => (kinds.isOfOutbox(id, graph) ? 'outbox' : null),
    },
    { ...shared, priority: 0, name: (id: string) => (kinds.isOfClick(id) ? 'clicked' : null) },
  ]
}

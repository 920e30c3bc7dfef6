import { ModuleKinds } from './module-kinds.ts'
import type { ModuleGraph } from './page-graph.ts'
import { EVERY_PAGE_PARTS, KEYS } from './page-parts.mjs'

/** The shared modules of toasts, dialogs and menus, which are drawn over the page. */
const OVERLAYS = /\/(?:react-remove-scroll|components\/Portal|get-default-z-index)\//
const ICON = /\/icons-react\/.*\/Icon(?!DeviceMobile)\w+\.m?js$/

/**
 * The groups of modules that are built into one file, most important first: the first script; the modules shared by
 * public pages; the keys; overlays; the toasts of every page; the modules shared by signed-in pages; icons of several
 * parts; the modules shared by the pages and the changes of one part; the contract's `-changes` files that several parts
 * use; the contract's other files that no early page uses; commands; forms; the modules shared by the pages of one area;
 * the map; the modules shared by the pages of one board; the outbox's start; the tools of the bar; and modules that several click-opened parts
 * (dialogs, pickers, the calendar) use and no page needs at first. Each group includes the package modules that it
 * imports. A group imports only groups before it, so no two files import each other. Without groups the bundler makes a
 * file for every set of pages: 161 files, most of them under 2 kB, and 67 requests for the first screen.
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
    // Otherwise these modules are in the file of dialogs that also need them, with forms and maps, and a device without
    // keys loads all of that before its first data.
    { priority: 6.7, name: (id: string, graph: ModuleGraph) => (kinds.isOfKeys(id, graph) ? KEYS : null) },
    // Separate from the toasts, which a page does not wait for, and from the app, which a login page does not need.
    { priority: 6.5, name: (id: string) => (OVERLAYS.test(id) ? 'overlays' : null) },
    { priority: 6, name: (id: string) => (id === EVERY_PAGE_PARTS.toasts ? 'toasts' : null) },
    { ...shared, priority: 5, name: sharedAs('app') },
    // Otherwise an icon is in the file of the first part that uses it, and other users of the icon would load all of
    // that file.
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
    // Not only shared modules: later parts of the map import them and would move them into the file of other late
    // parts.
    { priority: 1.5, name: (id: string, graph: ModuleGraph) => (kinds.isOfMap(id, graph) ? 'map' : null) },
    { ...shared, priority: 1, name: (id: string, graph: ModuleGraph) => named(kinds.boardOf(id, graph), 'board') },
    {
      ...shared,
      priority: 0.5,
      name: (id: string, graph: ModuleGraph) => (kinds.isOfOutbox(id, graph) ? 'outbox' : null),
    },
    { ...shared, priority: 0.4, name: (id: string) => (kinds.isOfSearch(id) ? 'search' : null) },
    { ...shared, priority: 0.3, name: (id: string) => (kinds.isOfBar(id) ? 'bar' : null) },
    { ...shared, priority: 0, name: (id: string) => (kinds.isOfClick(id) ? 'clicked' : null) },
  ]
}

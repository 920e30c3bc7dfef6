import { importedBy, isOfChanges, isShared, type ModuleGraph, type Pages, pagesIn, rootPath } from './page-graph.ts'

const AREAS = `${rootPath}/src/areas/`
const CONTRACT = `${rootPath}/contract/`
const BOARDS = `${rootPath}/src/boards/`
const MAP = `${rootPath}/src/map/`
const FORM = `${rootPath}/src/form/`
/** The modules that forms and commands of records are built from. */
const RECORD = `${rootPath}/src/record/`
/**
 * Not part of the forms group: it uses the same Mantine modules as the schedule's editor, so the schedule would load
 * the whole group.
 */
const SELECT = `${FORM}fields/select-field.tsx`

/** The filters of lists. The early pages have no filters, so they don't need these modules. */
const FILTERS = /\/src\/(?:list\/filter\/(?:filter-\w+|check-list)|ui\/date-selector\/(?:date-search|searched-dates))\./

/** Parts of forms that neither an early page nor an editor of the schedule uses. */
const LATE = /\/src\/form\/frame\/(?:patience|submit-and-wait|toast-result)\./

/** What the tools of the bar show. They come after the page, and pages that show it too must not make others load it. */
const BAR =
  /\/src\/(?:app\/(?:ready\/|install\/app-files|layout\/(?:bar-tools|color-scheme|go-to-unit)|device\/(?:saved-line|stored-data-words|device-words))|session\/stay-signed-in|offline\/(?:prefetch\/mobile-budget|space\/room-made|outbox\/show\/open-entries))/

/** Lists with a search of their own: pickers, and the rows that a search names. The first pages have none on screen. */
const SEARCH =
  /\/(?:src\/(?:form\/pick\/(?:pick-list|pickable|option-title)|list\/found\/\w[\w-]*|ui\/text\/(?:marked|split-found))|contract\/text\/(?:hits|code-rank))\./

const folderIn = (above: string, id: string) =>
  id.startsWith(above) ? (id.slice(above.length).split('/')[0] ?? null) : null
const areaOf = (id: string) => folderIn(AREAS, id)
const boardOf = (id: string) => folderIn(BOARDS, id)

/** The part of the app that a module belongs to. Each method takes the bundler's own graph. */
export class ModuleKinds {
  #known: Pages | null = null

  #pages(graph: ModuleGraph): Pages {
    this.#known ??= pagesIn(graph)
    return this.#known
  }

  isOfPublic(id: string, graph: ModuleGraph): boolean {
    return isShared(id) && this.#pages(graph).publics.has(id)
  }

  isOfKeys(id: string, graph: ModuleGraph): boolean {
    return isShared(id) && this.#pages(graph).keys.has(id)
  }

  isOfCommands(id: string, graph: ModuleGraph): boolean {
    return isShared(id) && this.#pages(graph).commands.has(id)
  }

  /** A module of forms or of record forms that the pages of `BOARD_PARTS` don't import. */
  isOfForms(id: string, graph: ModuleGraph): boolean {
    const { all, boards, commands } = this.#pages(graph)
    const isPart =
      (id.startsWith(FORM) && id !== SELECT && !SEARCH.test(id)) || (id.startsWith(RECORD) && !commands.has(id))
    return isPart && all.has(id) && !boards.has(id)
  }

  isOfMap(id: string, graph: ModuleGraph): boolean {
    return id.startsWith(MAP) && this.#pages(graph).all.has(id)
  }

  isOfOutbox(id: string, graph: ModuleGraph): boolean {
    return isShared(id) && this.#pages(graph).outbox.has(id)
  }

  isOfBar(id: string): boolean {
    return BAR.test(id)
  }

  isOfSearch(id: string): boolean {
    return SEARCH.test(id)
  }

  isOfClick(id: string): boolean {
    return isShared(id) && areaOf(id) === null
  }

  /** The area of a module that pages use. */
  areaOf(id: string, graph: ModuleGraph): string | null {
    return this.#pages(graph).all.has(id) ? areaOf(id) : null
  }

  /** The only part whose pages use a module that is shared with commands or is a `-changes` file of the contract. */
  changesOf(id: string, graph: ModuleGraph): string | null {
    const { commands, only } = this.#pages(graph)
    const isPart = isOfChanges(id) || (this.#isOfApp(id, graph) && commands.has(id))
    return isPart ? (only.get(id) ?? null) : null
  }

  /** A `-changes` file of the contract that the pages of several parts use. */
  isOfSeveralChanges(id: string, graph: ModuleGraph): boolean {
    return isOfChanges(id) && this.#pages(graph).all.has(id) && this.changesOf(id, graph) === null
  }

  /** The only part that uses this module of the contract or of the filters, or the board that it belongs to. */
  boardOf(id: string, graph: ModuleGraph): string | null {
    const { all, only } = this.#pages(graph)
    const part = only.get(id)
    if (part && this.#isOfOthers(id, graph)) return part
    return all.has(id) ? boardOf(id) : null
  }

  /** `app`: shared by signed-in pages, early ones included. `later`: shared only by pages that are not early. */
  sharedAs(id: string, graph: ModuleGraph): 'app' | 'later' | null {
    const isOfOne = this.changesOf(id, graph) !== null || this.boardOf(id, graph) !== null
    if (isOfChanges(id) || !this.#isOfApp(id, graph) || isOfOne) return null
    return this.#isOfLater(id, graph) ? 'later' : 'app'
  }

  // Includes area modules that commands use too: otherwise the commands would load the area's pages.
  #isOfApp(id: string, graph: ModuleGraph): boolean {
    const { all, commands } = this.#pages(graph)
    if (!isShared(id) || !all.has(id) || this.isOfForms(id, graph)) return false
    if (BAR.test(id) || SEARCH.test(id)) return false
    return (areaOf(id) === null && boardOf(id) === null && !id.startsWith(MAP)) || commands.has(id)
  }

  /** A module of the contract or of the filters that neither an early page nor a command uses. */
  #isOfOthers(id: string, graph: ModuleGraph): boolean {
    const { early, commands } = this.#pages(graph)
    return (id.startsWith(CONTRACT) || LATE.test(id) || FILTERS.test(id)) && !early.has(id) && !commands.has(id)
  }

  // Without modules that import the changes of one part: they would load these changes on every page that uses them.
  #isOfLater(id: string, graph: ModuleGraph): boolean {
    return this.#isOfOthers(id, graph) && ![...importedBy(graph, [id])].some((one) => this.changesOf(one, graph))
  }
}

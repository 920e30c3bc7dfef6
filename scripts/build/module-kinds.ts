import { here, importedBy, isOfChanges, isShared, type ModuleGraph, type Pages, pagesIn } from './page-graph.ts'

const AREAS = `${here}/src/areas/`
const CONTRACT = `${here}/contract/`
const BOARDS = `${here}/src/boards/`
const MAP = `${here}/src/map/`
const FORM = `${here}/src/form/`
/** What a record's forms and commands are made of. */
const RECORD = `${here}/src/record/`
/** Made of the same of Mantine as the schedule's editor: with the other forms that would come with the schedule's own part. */
const SELECT = `${FORM}fields/select-field.tsx`

/** What a list is narrowed by on the pages that have filters of their own: those that people begin with have none. */
const FILTERS = /\/src\/(?:list\/filter\/(?:filter-\w+|check-list)|ui\/date-selector\/(?:date-search|searched-dates))\./

const folderIn = (above: string, id: string) =>
  id.startsWith(above) ? (id.slice(above.length).split('/')[0] ?? null) : null
const areaOf = (id: string) => folderIn(AREAS, id)
const boardOf = (id: string) => folderIn(BOARDS, id)

/** What a module is a part of; each question is asked with the bundler's own graph. */
export class ModuleKinds {
  #known: Pages | null = null

  #pages(graph: ModuleGraph): Pages {
    this.#known ??= pagesIn(graph)
    return this.#known
  }

  isOfPublic(id: string, graph: ModuleGraph): boolean {
    return isShared(id) && this.#pages(graph).publics.has(id)
  }

  isOfCommands(id: string, graph: ModuleGraph): boolean {
    return isShared(id) && this.#pages(graph).commands.has(id)
  }

  /** What forms are made of, where these are pages or opened by a click. */
  isOfForms(id: string, graph: ModuleGraph): boolean {
    const { all, boards, commands } = this.#pages(graph)
    const isPart = (id.startsWith(FORM) && id !== SELECT) || (id.startsWith(RECORD) && !commands.has(id))
    return isPart && all.has(id) && !boards.has(id)
  }

  isOfMap(id: string, graph: ModuleGraph): boolean {
    return id.startsWith(MAP) && this.#pages(graph).all.has(id)
  }

  isOfOutbox(id: string, graph: ModuleGraph): boolean {
    return isShared(id) && this.#pages(graph).outbox.has(id)
  }

  isOfClick(id: string): boolean {
    return isShared(id) && areaOf(id) === null
  }

  /** The area whose pages share it. */
  areaOf(id: string, graph: ModuleGraph): string | null {
    return this.#pages(graph).all.has(id) ? areaOf(id) : null
  }

  /** The part whose pages and whose changes have it in common; of the contract also what is for changes by its name. */
  changesOf(id: string, graph: ModuleGraph): string | null {
    const { commands, only } = this.#pages(graph)
    const isPart = isOfChanges(id) || (this.#isOfApp(id, graph) && commands.has(id))
    return isPart ? (only.get(id) ?? null) : null
  }

  /** What of the contract is for changes by its name, and what pages of several parts ask for. */
  isOfSeveralChanges(id: string, graph: ModuleGraph): boolean {
    return isOfChanges(id) && this.#pages(graph).all.has(id) && this.changesOf(id, graph) === null
  }

  /** The part that alone asks for it of the contract, or whose board is made of it. */
  boardOf(id: string, graph: ModuleGraph): string | null {
    const { all, only } = this.#pages(graph)
    const part = only.get(id)
    if (part && this.#isOfOthers(id, graph)) return part
    return all.has(id) ? boardOf(id) : null
  }

  /** Whether all signed-in pages share it, or those that come later. */
  sharedAs(id: string, graph: ModuleGraph): 'app' | 'later' | null {
    const isOfOne = this.changesOf(id, graph) !== null || this.boardOf(id, graph) !== null
    if (isOfChanges(id) || !this.#isOfApp(id, graph) || isOfOne) return null
    return this.#isOfLater(id, graph) ? 'later' : 'app'
  }

  // With what both a page and a change of an area are made of: else changes would bring the whole page along.
  #isOfApp(id: string, graph: ModuleGraph): boolean {
    const { all, commands } = this.#pages(graph)
    if (!isShared(id) || !all.has(id) || this.isOfForms(id, graph)) return false
    return (areaOf(id) === null && boardOf(id) === null && !id.startsWith(MAP)) || commands.has(id)
  }

  /** What of the contract, and of filters, no early page asks for. */
  #isOfOthers(id: string, graph: ModuleGraph): boolean {
    const { early, commands } = this.#pages(graph)
    return (id.startsWith(CONTRACT) || FILTERS.test(id)) && !early.has(id) && !commands.has(id)
  }

  // What builds upon the changes of one part would bring these to every page that has it.
  #isOfLater(id: string, graph: ModuleGraph): boolean {
    return this.#isOfOthers(id, graph) && ![...importedBy(graph, [id])].some((one) => this.changesOf(one, graph))
  }
}

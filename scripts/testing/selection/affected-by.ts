import { AREA_ROWS } from './area-rows.ts'
import { type Change, changedFiles } from './changed-files.ts'
import { COMPOSITION_ROOTS } from './composition-roots.ts'
import { type ImportGraph, importGraph } from './import-graph.ts'
import { MACHINERY_ROWS } from './machinery-rows.ts'
import { OTHER_ROWS } from './other-rows.ts'
import { filesOfGlobs, filesOfRow, matchesAnyGlob, type Row } from './row.ts'
import { bySuite, everything, type Selection } from './selection.ts'
import { checksOf } from './static-checks.ts'
import { suiteOf } from './suites.ts'

/** The reason why a test file or check is selected: the changed file, and the connection between the two. */
export interface Reason {
  /** A test file, or the name of a static check. */
  readonly what: string
  readonly changed: string
  readonly how: string
}
export type AffectedSelection = Selection & { readonly because: readonly Reason[] }

/** A test that reads the project's file tree: it fails for a new folder or journey that no row names. */
const TREE_TEST = 'tests/scripts/testing/rows.test.ts'

const rowsOf = (path: string, rows: readonly Row[]) => rows.filter(({ paths }) => matchesAnyGlob(path, paths))
const isOfProduct = (path: string) => /^(?:contract|src|sw|server)\//.test(path)
const MODULES = /^server\/modules\//
/** The files that combine areas into pages. */
const PAGES = /^src\/(?:boards|routes)\//
const ROOTS = new Set(COMPOSITION_ROOTS.map(({ path }) => path))

const isWithinAreas = (rows: readonly Row[]) => rows.length > 0 && !rows.some(({ isMachinery }) => isMachinery)

/** All files that depend on a file, each with the file through which it was found. */
function dependentsOf(path: string, rows: readonly Row[], graph: ImportGraph): ReadonlyMap<string, string> {
  const endsAtRoots = isWithinAreas(rows)
  return graph.dependents(path, {
    counts: (importer) => {
      // Journeys use the built app, so rows select them. Their imports only show the code that they run with.
      if (importer.startsWith('e2e/') && isOfProduct(path)) return false
      return !(endsAtRoots && ROOTS.has(importer))
    },
  })
}

/** The rows of a product file. Markdown files are not part of the product. */
const productRowsOf = (path: string) => (path.endsWith('.md') ? [] : rowsOf(path, [...AREA_ROWS, ...MACHINERY_ROWS]))

/**
 * The areas with a reached file that matches `place`, each with that file. Used for server modules, whose tests start
 * the whole server and so import no module, and for pages, whose journeys import none of them.
 */
function areasReached(reached: Iterable<string>, place: RegExp): ReadonlyMap<Row, string> {
  const areas = new Map<Row, string>()
  for (const path of reached) {
    if (!place.test(path)) continue
    for (const row of rowsOf(path, AREA_ROWS)) if (!areas.has(row)) areas.set(row, path)
  }
  return areas
}

/** The composition roots that are reached or that import a reached file. */
function rootsOver(reached: ReadonlyMap<string, string>, graph: ImportGraph) {
  return COMPOSITION_ROOTS.filter(
    ({ path }) => reached.has(path) || graph.importsOf(path).runs.some((file) => reached.has(file)),
  )
}

/**
 * The tests that a changed file selects, each with the connection; null when neither a row nor an import knows the
 * file.
 */
function testsOf(path: string, graph: ImportGraph): ReadonlyMap<string, string> | null {
  const product = productRowsOf(path)
  const rows = [...product, ...rowsOf(path, OTHER_ROWS)]
  const reached = dependentsOf(path, product, graph)
  const selected = new Map<string, string>()
  const add = (file: string, how: string) => {
    if (suiteOf(file) && !selected.has(file)) selected.set(file, how)
  }
  for (const [file, through] of reached) add(file, file === path ? 'it is the changed file' : `it imports ${through}`)
  // Server tests don't depend on the app or the service worker.
  const isOfApp = /^(?:src|sw)\//.test(path)
  for (const row of rows) {
    const files = filesOfRow(row, graph.files).filter((file) => !(isOfApp && suiteOf(file) === 'server'))
    for (const file of files) add(file, `it belongs to “${row.name}”`)
  }
  for (const root of rootsOver(reached, graph)) {
    for (const file of filesOfGlobs(root.tests, graph.files)) add(file, `it checks everything in ${root.path}`)
  }
  for (const [{ name, tests = [] }, module] of areasReached(reached.keys(), MODULES)) {
    for (const file of filesOfGlobs(tests, graph.files)) add(file, `it belongs to “${name}”, which has ${module}`)
  }
  // The rows of machinery name their journeys themselves, because every page uses machinery.
  const pages = isOfApp && isWithinAreas(product) ? areasReached(reached.keys(), PAGES) : []
  for (const [row, page] of pages) {
    for (const file of filesOfRow({ ...row, tests: [] }, graph.files))
      add(file, `it belongs to “${row.name}”, which has ${page}`)
  }
  // A file that is imported only for its types can fail only the type checks.
  const isTypes = graph.dependents(path, { forTypes: true }).size > 1 && reached.size === 1
  return rows.length > 0 || selected.size > 0 || suiteOf(path) || isTypes ? selected : null
}

/** The reason why a changed file selects everything; null when it selects only some checks. */
function whyEverything(path: string, isTold: boolean): string | null {
  const row = rowsOf(path, OTHER_ROWS).find(({ isEverything }) => isEverything)
  if (row) return `everything, because ${path} changed: ${row.name}`
  return isTold ? null : `everything, because ${path} changed, and neither a row nor an import tells what depends on it`
}

/**
 * Selects the checks that a change can fail: the tests that import a changed file directly or indirectly, the tests and
 * journeys that the rows of its area name, and the static checks that read it. Selects everything for an unknown file.
 * @param revision a git revision to compare with; null for the uncommitted changes, or the last commit if there are
 *   none
 * @throws {UsageError} for a revision that git does not know
 */
export async function affectedBy(revision: string | null): Promise<AffectedSelection> {
  const change = await changedFiles(revision)
  return selectedFor(change, importGraph(change.gone))
}

/** The selection for a change, with the import graph of the tree. */
export function selectedFor({ changed, gone, since }: Change, graph: ImportGraph): AffectedSelection {
  const all = [...changed, ...gone]
  const because = new Map<string, Reason>()
  const add = (testOrCheck: string, path: string, how: string) => {
    if (!because.has(testOrCheck)) because.set(testOrCheck, { what: testOrCheck, changed: path, how })
  }
  const checks = new Set<string>()
  for (const path of all) {
    const tests = testsOf(path, graph)
    const reason = whyEverything(path, tests !== null)
    if (reason !== null) return { ...everything(reason), because: [] }
    for (const [file, how] of tests ?? []) if (!gone.includes(file)) add(file, path, how)
    const named = rowsOf(path, OTHER_ROWS).flatMap((row) => row.checks ?? [])
    for (const check of [...named, ...checksOf(path, graph)]) {
      checks.add(check)
      add(check, path, 'it reads it')
    }
  }
  if (checks.has('dead code')) add(TREE_TEST, all[0] ?? '', 'it reads the tree')
  const files = bySuite(because.keys())
  return {
    about: `what ${all.length} changed ${all.length === 1 ? 'file affects' : 'files affect'} (${since})`,
    checks: [...checks],
    files,
    wholeSteps: [],
    needsBuild: files.journeys.length > 0,
    because: [...because.values()],
  }
}

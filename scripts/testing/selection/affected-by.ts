import { AREA_ROWS } from './area-rows.ts'
import { type Change, changedFiles } from './changed-files.ts'
import { COMPOSITION_ROOTS } from './composition-roots.ts'
import { type ImportGraph, importGraph } from './import-graph.ts'
import { MACHINERY_ROWS } from './machinery-rows.ts'
import { OTHER_ROWS } from './other-rows.ts'
import { filesOfGlobs, filesOfRow, isOneOf, type Row } from './row.ts'
import { bySuite, everything, type Selection } from './selection.ts'
import { checksOf } from './static-checks.ts'
import { suiteOf } from './suites.ts'

/** Why something is selected: the changed file that brought it in, and how. */
export interface Reason {
  /** A file of tests, or the name of a static check. */
  readonly what: string
  readonly changed: string
  readonly how: string
}
export type AffectedSelection = Selection & { readonly because: readonly Reason[] }

/** They read the tree itself: a new folder or a new journey that no row names is their failure. */
const OF_THE_TREE = 'tests/scripts/testing/rows.test.ts'

const rowsOf = (path: string, rows: readonly Row[]) => rows.filter(({ paths }) => isOneOf(path, paths))
const isOfProduct = (path: string) => /^(?:contract|src|sw|server)\//.test(path)
const MODULES = /^server\/modules\//
/** Where the parts of areas are put together. */
const PAGES = /^src\/(?:boards|routes)\//
const ROOTS = new Set(COMPOSITION_ROOTS.map(({ path }) => path))

const isWithinAreas = (rows: readonly Row[]) => rows.length > 0 && !rows.some(({ isMachinery }) => isMachinery)

/** All that falls with a file, each with the file through which it was found. */
function reachedFrom(path: string, rows: readonly Row[], graph: ImportGraph): ReadonlyMap<string, string> {
  const endsAtRoots = isWithinAreas(rows)
  return graph.dependents(path, {
    counts: (importer) => {
      // A journey sees the app as it is built: rows tell which. By its imports it hangs on what it is run with.
      if (importer.startsWith('e2e/') && isOfProduct(path)) return false
      return !(endsAtRoots && ROOTS.has(importer))
    },
  })
}

/** Rows of a change to the product; what is written there for people is none. */
const productRowsOf = (path: string) => (path.endsWith('.md') ? [] : rowsOf(path, [...AREA_ROWS, ...MACHINERY_ROWS]))

/**
 * The areas whose `place` is reached: modules of the server meet tests that start the whole server and so import none, and
 * pages meet journeys.
 */
function areasReached(reached: Iterable<string>, place: RegExp): ReadonlyMap<Row, string> {
  const areas = new Map<Row, string>()
  for (const path of reached) {
    if (!place.test(path)) continue
    for (const row of rowsOf(path, AREA_ROWS)) if (!areas.has(row)) areas.set(row, path)
  }
  return areas
}

/** The roots that have what is reached. */
function rootsOver(reached: ReadonlyMap<string, string>, graph: ImportGraph) {
  return COMPOSITION_ROOTS.filter(
    ({ path }) => reached.has(path) || graph.importsOf(path).runs.some((file) => reached.has(file)),
  )
}

/** The tests that a changed file brings in, each with how; null when nothing tells. */
function testsOf(path: string, graph: ImportGraph): ReadonlyMap<string, string> | null {
  const product = productRowsOf(path)
  const rows = [...product, ...rowsOf(path, OTHER_ROWS)]
  const reached = reachedFrom(path, product, graph)
  const found = new Map<string, string>()
  const add = (file: string, how: string) => {
    if (suiteOf(file) && !found.has(file)) found.set(file, how)
  }
  for (const [file, through] of reached) add(file, file === path ? 'it is what changed' : `it imports ${through}`)
  // The server knows nothing of the app that asks it.
  const isOfApp = /^(?:src|sw)\//.test(path)
  for (const row of rows) {
    const files = filesOfRow(row, graph.files).filter((file) => !(isOfApp && suiteOf(file) === 'server'))
    for (const file of files) add(file, `it is of “${row.name}”`)
  }
  for (const root of rootsOver(reached, graph)) {
    for (const file of filesOfGlobs(root.tests, graph.files)) add(file, `it goes over all of ${root.path}`)
  }
  for (const [{ name, tests = [] }, module] of areasReached(reached.keys(), MODULES)) {
    for (const file of filesOfGlobs(tests, graph.files)) add(file, `it is of “${name}”, by ${module}`)
  }
  // Machinery names its journeys itself: it stands on every page.
  const pages = isOfApp && isWithinAreas(product) ? areasReached(reached.keys(), PAGES) : []
  for (const [row, page] of pages) {
    for (const file of filesOfRow({ ...row, tests: [] }, graph.files)) add(file, `it is of “${row.name}”, by ${page}`)
  }
  // What is imported for its types alone can turn only a compiler's check red.
  const isTypes = graph.dependents(path, { forTypes: true }).size > 1 && reached.size === 1
  return rows.length > 0 || found.size > 0 || suiteOf(path) || isTypes ? found : null
}

/** Why nothing can be left out, in words; null when something can. */
function whyEverything(path: string, isTold: boolean): string | null {
  const row = rowsOf(path, OTHER_ROWS).find(({ isEverything }) => isEverything)
  if (row) return `everything, for ${path} changed: ${row.name}`
  return isTold ? null : `everything, for ${path} changed, and neither a row nor an import tells what hangs on it`
}

/**
 * What a change can turn red: the tests that import what changed, near and far, the tests and journeys that the rows of
 * its area name, and the static checks that read it. Where nothing tells, everything.
 * @param revision to compare with, as git names one; null for what is not committed, or else the last commit
 * @throws {UsageError} for a revision that git does not know
 */
export async function affectedBy(revision: string | null): Promise<AffectedSelection> {
  const change = await changedFiles(revision)
  return selectedFor(change, importGraph(change.gone))
}

/** The selection for a change that is known. */
export function selectedFor({ changed, gone, since }: Change, graph: ImportGraph): AffectedSelection {
  const all = [...changed, ...gone]
  const because = new Map<string, Reason>()
  const add = (what: string, path: string, how: string) => {
    if (!because.has(what)) because.set(what, { what, changed: path, how })
  }
  const checks = new Set<string>()
  for (const path of all) {
    const tests = testsOf(path, graph)
    const about = whyEverything(path, tests !== null)
    if (about !== null) return { ...everything(about), because: [] }
    for (const [file, how] of tests ?? []) if (!gone.includes(file)) add(file, path, how)
    const named = rowsOf(path, OTHER_ROWS).flatMap((row) => row.checks ?? [])
    for (const check of [...named, ...checksOf(path, graph)]) {
      checks.add(check)
      add(check, path, 'it reads it')
    }
  }
  if (checks.has('dead code')) add(OF_THE_TREE, all[0] ?? '', 'it reads the tree')
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

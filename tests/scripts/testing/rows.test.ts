import { describe, expect, test } from 'vitest'
import { checks } from '#scripts/checks.mjs'
import { AREA_ROWS } from '#scripts/testing/selection/area-rows.ts'
import { COMPOSITION_ROOTS } from '#scripts/testing/selection/composition-roots.ts'
import { MACHINERY_ROWS } from '#scripts/testing/selection/machinery-rows.ts'
import { OTHER_ROWS } from '#scripts/testing/selection/other-rows.ts'
import { filesOfGlobs, filesOfRow, matchesAnyGlob } from '#scripts/testing/selection/row.ts'
import { suiteOf } from '#scripts/testing/selection/suites.ts'
import { filesOfTree } from '#scripts/testing/selection/tree.ts'

const PRODUCT = [...AREA_ROWS, ...MACHINERY_ROWS]
const ALL = [...PRODUCT, ...OTHER_ROWS]
const tree = filesOfTree()
const withoutRow = (rows: typeof ALL, files: readonly string[]) =>
  files.filter((path) => !rows.some(({ paths }) => matchesAnyGlob(path, paths)))

describe('the rows that define what a change affects', () => {
  test('cover every product file', () => {
    const product = tree.filter((path) => /^(?:contract|src|sw|server)\/.*\.(?:tsx?|css|sql)$/.test(path))
    expect(product.length).toBeGreaterThan(1000)
    expect(withoutRow(PRODUCT, product).join('\n'), 'files without a row').toBe('')
  })

  test('cover every other file in a folder, except tests and their support code', () => {
    const isOfTests = (path: string) => suiteOf(path) !== null || /^(?:tests|e2e)\/.*\.(?:tsx?|js)$/.test(path)
    // The project's root folder may contain a developer's private files.
    const others = tree.filter((path) => !isOfTests(path) && /^[^.].*\//.test(path))
    expect(withoutRow(ALL, others).join('\n'), 'files without a row').toBe('')
  })

  test('lead to every journey through a row of its own, not only through rows that lead to all', () => {
    const journeys = tree.filter((path) => suiteOf(path) === 'journeys')
    expect(journeys.length).toBeGreaterThan(50)
    const led = new Set(PRODUCT.flatMap((row) => filesOfRow({ ...row, tests: [] }, tree)))
    expect(journeys.filter((path) => !led.has(path)).join('\n'), 'journeys without a row').toBe('')
  })

  test.each(ALL)(
    '“$name” refer only to files and checks that exist',
    ({ paths, tests = [], journeys = [], checks: named = [] }) => {
      for (const glob of paths) expect(filesOfGlobs([glob], tree), glob).not.toEqual([])
      for (const glob of tests) expect(filesOfGlobs([glob], tree).filter(suiteOf), glob).not.toEqual([])
      for (const name of journeys) expect(filesOfRow({ name, paths, journeys: [name] }, tree), name).not.toEqual([])
      expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining([...named]))
    },
  )

  test.each(COMPOSITION_ROOTS)('stop at the composition root $path, which exists and has tests', ({ path, tests }) => {
    expect(tree).toContain(path)
    // A change to the root itself affects every area.
    expect(PRODUCT.filter(({ paths }) => matchesAnyGlob(path, paths)).some(({ isMachinery }) => isMachinery)).toBe(true)
    for (const glob of tests) expect(filesOfGlobs([glob], tree).filter(suiteOf), glob).not.toEqual([])
  })
})

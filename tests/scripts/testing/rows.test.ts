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

describe('the rows that tell what a change affects', () => {
  test('cover every file of the product', () => {
    const product = tree.filter((path) => /^(?:contract|src|sw|server)\/.*\.(?:tsx?|css|sql)$/.test(path))
    expect(product.length).toBeGreaterThan(1000)
    expect(withoutRow(PRODUCT, product).join('\n'), 'files without a row').toBe('')
  })

  test('cover every other file, beside tests and what they are made of', () => {
    const isOfTests = (path: string) => suiteOf(path) !== null || /^(?:tests|e2e)\/.*\.(?:tsx?|js)$/.test(path)
    // In its root a person may keep what is nobody else's.
    const others = tree.filter((path) => !isOfTests(path) && /^[^.].*\//.test(path))
    expect(withoutRow(ALL, others).join('\n'), 'files without a row').toBe('')
  })

  test('lead to every journey by what it shows, not only by what leads to all', () => {
    const journeys = tree.filter((path) => suiteOf(path) === 'journeys')
    expect(journeys.length).toBeGreaterThan(50)
    const led = new Set(PRODUCT.flatMap((row) => filesOfRow({ ...row, tests: [] }, tree)))
    expect(journeys.filter((path) => !led.has(path)).join('\n'), 'journeys without a row').toBe('')
  })

  test.each(ALL)('“$name” speak of what is there', ({ paths, tests = [], journeys = [], checks: named = [] }) => {
    for (const glob of paths) expect(filesOfGlobs([glob], tree), glob).not.toEqual([])
    for (const glob of tests) expect(filesOfGlobs([glob], tree).filter(suiteOf), glob).not.toEqual([])
    for (const name of journeys) expect(filesOfRow({ name, paths, journeys: [name] }, tree), name).not.toEqual([])
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining([...named]))
  })

  test.each(COMPOSITION_ROOTS)('end at $path, which is there with its tests', ({ path, tests }) => {
    expect(tree).toContain(path)
    // Its own change is one of every area.
    expect(PRODUCT.filter(({ paths }) => matchesAnyGlob(path, paths)).some(({ isMachinery }) => isMachinery)).toBe(true)
    for (const glob of tests) expect(filesOfGlobs([glob], tree).filter(suiteOf), glob).not.toEqual([])
  })
})

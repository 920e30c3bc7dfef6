import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#scripts/places.mjs'
import { namedBy, type Step } from '#scripts/testing/selection/named-by.ts'
import { everything, filesOf } from '#scripts/testing/selection/selection.ts'
import { testTitles } from '#scripts/testing/selection/test-titles.ts'

const STEPS: readonly Step[] = [
  { name: 'types in src', of: 'check' },
  { name: 'dead code', of: 'check' },
  { name: 'units', of: 'unit' },
  { name: 'server on the embedded database', of: 'server' },
  { name: 'server on PostgreSQL', of: 'server' },
  { name: 'byte budgets', of: 'build' },
  { name: 'in the browser', of: 'journeys' },
]

describe('a word', () => {
  test('selects the files with it in their path, in each suite, and a build for journeys', () => {
    const { about, files, checks, needsBuild } = namedBy(['drivers'], STEPS)
    expect(about).toBe('what “drivers” names')
    expect(files.journeys).toContain('e2e/people/drivers.spec.ts')
    expect(files.server).toContain('tests/server/modules/people/drivers.test.ts')
    expect(files.unit).toContain('tests/src/areas/drivers/changes/driver-commands.test.ts')
    expect(checks).toEqual([])
    expect(needsBuild).toBe(true)
  })

  test('selects a file by the title of one of its tests, regardless of case and kind of quotes', () => {
    const { files: quoted } = namedBy(["A TITLE's APOSTROPHE stays as"], STEPS)
    expect(Object.values(quoted).flat()).toEqual(['tests/scripts/testing/named-by.test.ts'])
  })

  test('selects a file by a test’s full name as a run’s report prints it, with its groups', () => {
    const { files: named } = namedBy(['Titles are found under the name that a file gives'], STEPS)
    expect(Object.values(named).flat()).toEqual(['tests/scripts/testing/named-by.test.ts'])
  })

  test('selects a whole step, and only the named one of two that run the same suite', () => {
    const selection = namedBy(['on postgresql'], STEPS)
    expect(filesOf(selection, { name: 'server on PostgreSQL', of: 'server' })).toBe('all')
    expect(filesOf(selection, { name: 'server on the embedded database', of: 'server' })).not.toBe('all')
    expect(selection.checks).toEqual([])
    expect(namedBy(['types'], STEPS).checks).toEqual(['types in src'])
    expect(namedBy(['byte budgets'], STEPS).needsBuild).toBe(true)
  })

  test('adds to the selection of other words', () => {
    const { about, files, checks } = namedBy(['unreliable-proxy', 'dead code'], STEPS)
    expect(about).toBe('what “unreliable-proxy” and “dead code” name')
    expect(files.unit).toContain('tests/e2e/unreliable-proxy.test.ts')
    expect(checks).toEqual(['dead code'])
  })

  test('can be a path as a shell completes it, or as a runner prints it with a line number', () => {
    const path = 'tests/scripts/testing/named-by.test.ts'
    for (const word of [path, `./${path}`, `${path}:27`, `${path}:27:3`, join(root, path)])
      expect(namedBy([word], STEPS).files.unit, word).toEqual([path])
  })

  test('is not taken for a path because it ends with a number or begins with a slash', () => {
    const slashed = Object.values(namedBy(['/people/drivers'], STEPS).files).flat()
    expect(slashed).toContain('tests/server/modules/people/drivers.test.ts')
    const time = ['at', '2:30'].join(' ')
    for (const word of [':27', './', time]) expect(() => namedBy([word], STEPS), word).toThrow(`called “${word}”`)
  })

  test('that is a product file or folder is refused with the command that runs its tests', () => {
    for (const word of ['./server/main.ts', 'prefetch-run.ts', 'scripts/testing/selection'])
      expect(() => namedBy([word], STEPS), word).toThrow('npm run test:changed')
    expect(() => namedBy(['readm'], STEPS)).not.toThrow('npm run test:changed')
  })

  test('that matches nothing is refused with a message', () => {
    // The word is joined here, because otherwise this file would contain it.
    const word = ['quick', 'silver'].join('')
    expect(() => namedBy(['drivers', word], STEPS)).toThrow(`called “${word}”`)
  })
})

describe('titles', () => {
  test('are found under the name that a file gives to `test`', () => {
    const text =
      "import { test as atTheOffice } from './office.ts'\natTheOffice('is called so', run)\nbeAtTheOffice('not a test')"
    expect(testTitles(text)).toEqual(['is called so'])
  })

  test('a title’s apostrophe stays as it is written', () =>
    expect(testTitles("test('one’s own', one)")).toEqual(['one’s own']))

  test('are read from groups, tests and tables, with escapes resolved', () => {
    const text = [
      "describe('a group', () => {",
      "  it('is one test', () => call(')'))",
      '  test(`it costs \\$1`, later)',
      "  test.each([['(', 1], fn(2)] as const)('%s is a case', run)",
      "  test.each<{ run: () => Map<string, 1> }>([])('%s has its types', run)",
      "  describe.runIf(isHere('('))('a group with a condition', () => {})",
      "  test.skipIf(isWindows).each([1])('%s has both', run)",
      "  test(\n    'stands on a line of its own',\n  )",
      "  test('it is Bob\\'s', run)",
      '})',
    ].join('\n')
    expect(testTitles(text)).toEqual([
      'a group',
      'is one test',
      'it costs $1',
      '%s is a case',
      '%s has its types',
      'a group with a condition',
      '%s has both',
      'stands on a line of its own',
      "it is Bob's",
    ])
  })

  test('are not found where nothing has a title', () => {
    expect(testTitles('const it = 1; test(name, run); expression.test("no title")')).toEqual([])
  })
})

test('a run of everything selects all files, checks and the build', () => {
  const all = everything()
  expect(all).toMatchObject({ about: 'everything', checks: 'all', needsBuild: true })
  for (const step of [
    { name: 'units', of: 'unit' },
    { name: 'in the browser', of: 'journeys' },
  ] as const) {
    expect(filesOf(all, step)).toBe('all')
  }
})

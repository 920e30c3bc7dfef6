import { readFileSync } from 'node:fs'
import { matchesGlob, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { SUITES, suiteOf } from '#scripts/testing/selection/suites.ts'
import { filesOfTree } from '#scripts/testing/selection/tree.ts'

interface Project {
  readonly test: {
    readonly name: string
    readonly include: string | readonly string[]
    readonly exclude?: readonly string[]
  }
}
interface Config {
  readonly default: { readonly test: { readonly projects: readonly Project[] } }
}
const { default: config }: Config = await import(pathToFileURL(resolve('vitest.config.ts')).href)
const { projects } = config.test
const tests = filesOfTree().filter((path) => /\.(?:test|spec)\.tsx?$/.test(path))

/** The projects of Vitest that take a file. What the server's leaves out depends on the database that it runs on. */
const takenBy = (path: string) =>
  projects.filter(({ test: { name, include, exclude = [] } }) => {
    const isIn = (globs: readonly string[]) => globs.some((glob) => matchesGlob(path, glob))
    return isIn([include].flat()) && !(name !== 'server' && isIn(exclude))
  })

describe('each file of tests', () => {
  test('belongs to the suite that runs it', () => {
    expect(tests.length).toBeGreaterThan(300)
    for (const path of tests) {
      const suite = suiteOf(path)
      expect(SUITES, path).toContain(suite)
      const expected = suite === 'journeys' ? [] : [suite]
      expect(
        takenBy(path).map((project) => project.test.name),
        path,
      ).toEqual(expected)
    }
  })

  test('is a journey where Playwright looks', () => {
    const playwright = readFileSync('playwright.config.ts', 'utf8')
    expect(playwright).toContain("testDir: 'e2e'")
    expect(playwright).toContain("testMatch: '**/*.spec.ts'")
    expect(suiteOf('e2e/kill-points/tabs.spec.ts')).toBe('journeys')
  })
})

test('what only helps tests is no file of tests', () => {
  for (const path of ['tests/support/server/app.ts', 'e2e/support/company/yard.ts', 'src/main.tsx'])
    expect(suiteOf(path)).toBeNull()
})

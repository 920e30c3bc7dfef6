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

/** The Vitest projects that include a file. Ignores the server project's exclusions, which depend on the database. */
const takenBy = (path: string) =>
  projects.filter(({ test: { name, include, exclude = [] } }) => {
    const isIn = (globs: readonly string[]) => globs.some((glob) => matchesGlob(path, glob))
    return isIn([include].flat()) && !(name !== 'server' && isIn(exclude))
  })

describe('each test file', () => {
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

  test('is a journey if it is where Playwright looks', () => {
    const playwright = readFileSync('playwright.config.ts', 'utf8')
    expect(playwright).toContain("testDir: 'e2e'")
    expect(playwright).toContain("testMatch: '**/*.spec.ts'")
    expect(suiteOf('e2e/kill-points/tabs.spec.ts')).toBe('journeys')
  })
})

test('support code of tests is not a test file', () => {
  for (const path of ['tests/support/server/app.ts', 'e2e/support/company/yard.ts', 'src/main.tsx'])
    expect(suiteOf(path)).toBeNull()
})

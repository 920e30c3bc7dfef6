import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cruise, type ICruiseOptions } from 'dependency-cruiser'
import { describe, expect, test } from 'vitest'
import { importGraph } from '#scripts/testing/selection/import-graph.ts'
import { importsOf } from '#scripts/testing/selection/imports-of.ts'

const KNOWN = new Set([
  'src/a.ts',
  'src/b.tsx',
  'src/areas/one/one-commands.ts',
  'src/work.ts',
  'contract/c.ts',
  'server/main.ts',
])
const importsIn = (text: string, path = 'src/a.ts') => importsOf(path, text, KNOWN)

describe('the imports of a module', () => {
  test('include static imports, re-exports, dynamic imports and imports for side effects', () => {
    expect(importsIn("import { b } from './b.tsx'").runs).toEqual(['src/b.tsx'])
    expect(importsIn("import {\n  c,\n  type D,\n} from '#contract/c.ts'").runs).toEqual(['contract/c.ts'])
    expect(importsIn("export { b } from './b.tsx'").runs).toEqual(['src/b.tsx'])
    expect(importsIn("const later = () => import('./b.tsx')").runs).toEqual(['src/b.tsx'])
    expect(importsIn("import './b.tsx'").runs).toEqual(['src/b.tsx'])
  })

  test('are listed separately if they are types only', () => {
    const text =
      "import type { C } from '#contract/c.ts'\nimport { b } from './b.tsx'\nimport type { B } from './b.tsx'"
    expect(importsIn(text)).toEqual({ runs: ['src/b.tsx'], types: ['contract/c.ts'], reads: [] })
  })

  test('include workers that it starts, and files that the bundler or the server finds by a glob', () => {
    expect(importsIn("new Worker(new URL('./work.ts', import.meta.url))").runs).toEqual(['src/work.ts'])
    expect(importsIn("new Worker(new URL('work.ts', import.meta.url))").runs).toEqual(['src/work.ts'])
    expect(importsIn("import.meta.glob('./areas/**/*-commands.ts')").runs).toEqual(['src/areas/one/one-commands.ts'])
    expect(importsIn("await loadModules('./c.*')", 'contract/d.ts').runs).toEqual(['contract/c.ts'])
  })

  test('include, for a test, the files that it starts or reads by their path from the root', () => {
    const text = "spawn('node', ['server/main.ts'])"
    expect(importsIn(text, 'tests/support/server/server-process.ts').reads).toEqual(['server/main.ts'])
    expect(importsIn(text, 'scripts/start.mjs').reads).toEqual([])
  })

  test('do not include packages, missing files and the module itself', () => {
    expect(
      importsIn("import * as z from 'zod/mini'\nimport { a } from './a.ts'\nimport { gone } from './gone.ts'"),
    ).toEqual({
      runs: [],
      types: [],
      reads: [],
    })
  })
})

/**
 * Imports that dependency-cruiser does not see: workers, globs, files fetched by their URL, types in comments.
 * Generated files are excluded too.
 */
const isUnseen = (source: string, file: string) =>
  /-worker\.ts$|\.gen\.ts$|\.json$|^bench\/run\.ts$/.test(file) ||
  /^src\/app\/(?:commands|draft-offers|layout\/go-to-unit|prefetch-queries)\.tsx?$|^server\/(?:http\/all-endpoints|start\/route-modules)\.ts$|^tests\/(?:contract\/changes|server\/changed-areas\/changed-areas)\.test\.ts$|-in-page\.js$/.test(
    source,
  )

test('the imports of the whole tree equal those that dependency-cruiser finds', { timeout: 120_000 }, async () => {
  const { default: walls }: { default: { options: ICruiseOptions } } = await import(
    pathToFileURL(resolve('.dependency-cruiser.mjs')).href
  )
  const parts = ['contract', 'src', 'sw', 'server', 'scripts', 'tests', 'e2e', 'bench']
  const { output } = await cruise(parts, walls.options)
  if (typeof output === 'string') throw new Error(output)
  const graph = importGraph()
  const ours: string[] = []
  const theirs: string[] = []
  for (const { source, dependencies } of output.modules) {
    if (!/\.(?:tsx?|m?js)$/.test(source) || source.startsWith('node_modules/')) continue
    const { runs, types } = graph.importsOf(source)
    const found = dependencies.filter(({ resolved }) => graph.files.has(resolved)).map(({ resolved }) => resolved)
    theirs.push(...found.map((file) => `${source} → ${file}`))
    const seen = [...runs, ...types].filter((file) => found.includes(file) || !isUnseen(source, file))
    ours.push(...seen.map((file) => `${source} → ${file}`))
  }
  expect(theirs.length).toBeGreaterThan(5_000)
  expect([...new Set(ours)].toSorted()).toEqual([...new Set(theirs)].toSorted())
})

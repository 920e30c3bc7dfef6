import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { globMatches } from '#scripts/testing/selection/glob.ts'

const GLOBS = [
  'src/**',
  'src/*',
  'src/**/*-commands.ts',
  '**/*.md',
  'src/{a,b}.{ts,tsx}',
  'src/_app.$.tsx',
  'src/{a,b}/**',
]
const PATHS = [
  'README.md',
  'docs/how-to/production.md',
  'src/a.ts',
  'src/a.tsx',
  'src/aXts',
  'src/a/one.ts',
  'src/a/two-commands.ts',
  'src/two-commands.ts',
  'src/_app.$.tsx',
  'srcs/a.ts',
]

test.each(GLOBS)('%s matches the same paths as in Node', (glob) => {
  expect(PATHS.filter((path) => globMatches(path, glob))).toEqual(PATHS.filter((path) => matchesGlob(path, glob)))
})

import { checks } from '#scripts/checks.mjs'
import type { Row } from './row.ts'

const WALLS = ['walls in the text']
const BUILT = ['smoke', 'home-screen', 'layout', 'reading', 'kill-points/versions']

/** Files that are not connected by imports: documents, configuration, the build, and scripts. */
export const OTHER_ROWS: readonly Row[] = [
  {
    name: 'packages and configuration of everything',
    paths: ['package.json', 'package-lock.json', 'vitest.config.ts', 'tsconfig.json'],
    isEverything: true,
  },
  {
    name: 'documents',
    paths: ['**/*.md', 'docs/**'],
    tests: ['tests/docs/*.test.ts'],
    checks: WALLS,
  },
  { name: 'configuration of git and CI', paths: ['.gitignore', '.ci/**'] },
  {
    name: 'linter rules',
    paths: ['biome.json'],
    tests: ['tests/boundaries/lint.test.ts'],
    checks: ['lint and format'],
  },
  {
    name: 'import rules',
    paths: ['.dependency-cruiser.mjs'],
    tests: ['tests/boundaries/walls.test.ts', 'tests/scripts/testing/imports-of.test.ts'],
    checks: ['walls between imports'],
  },
  { name: 'rules for dead code', paths: ['knip.jsonc'], checks: ['dead code'] },
  ...['contract', 'sw', 'server', 'src', 'tests', 'e2e'].map((part) => ({
    name: `configuration of the compiler for ${part}`,
    paths: [`${part}/tsconfig.json`],
    checks: [`types in ${part}`],
  })),
  {
    name: 'the build of the app',
    paths: [
      'index.html',
      'vite.config.ts',
      'postcss.config.mjs',
      'public/**',
      'scripts/build/**',
      'scripts/{build,budgets}.mjs',
    ],
    tests: ['tests/scripts/*.test.ts', 'tests/src/theme/*.test.ts', 'tests/server/http/static-files.test.ts'],
    journeys: BUILT,
  },
  {
    name: 'the basemap',
    paths: ['scripts/build/{basemap-*,state-codes}.ts'],
    tests: ['tests/src/map/**/*.test.{ts,tsx}'],
    journeys: ['map', 'map-history'],
  },
  {
    name: 'the static checks themselves',
    paths: ['scripts/checks.mjs'],
    checks: checks.map(({ name }) => name),
  },
  { name: 'configuration of journeys', paths: ['playwright.config.ts'], journeys: ['**/*'] },
  {
    name: 'drivers of WebKit and Firefox',
    paths: ['e2e/engines/driver/*.py', 'scripts/{debian-packages,install-engines}.mjs'],
    journeys: ['engines/webkit', 'engines/firefox'],
  },
  { name: 'scripts', paths: ['scripts/**'], tests: ['tests/scripts/**/*.test.ts'] },
  { name: 'measurements', paths: ['bench/**', 'tests/times.json'] },
  { name: 'the chaos test, which is run manually', paths: ['tests/chaos/**'], tests: ['tests/chaos/*.test.ts'] },
  {
    name: 'the fuzz test with malformed requests, mostly run manually',
    paths: ['tests/fuzz/**'],
    tests: ['tests/server/http/{malformed,broken-requests}.test.ts'],
  },
  {
    name: 'setup of Vitest tests',
    paths: ['tests/support/{fail-on-console,put-back,new-indexed-db}.ts'],
    tests: ['tests/**/*.test.{ts,tsx}'],
  },
  {
    name: 'the databases of tests',
    paths: ['tests/support/postgres.ts', 'scripts/find-program.mjs'],
    tests: ['tests/server/**/*.test.ts'],
  },
  {
    name: 'stored entries of all versions',
    paths: ['tests/src/areas/corpus/**'],
    tests: ['tests/src/areas/kept-entries.test.ts', 'tests/src/areas/maintenance/detail/comment-draft.test.ts'],
  },
  {
    name: 'styles of the API description',
    paths: ['server/http/docs/docs.css'],
    tests: ['tests/server/http/description.test.ts'],
  },
  {
    name: 'migrations',
    paths: ['server/db/migrations/**'],
    tests: ['tests/server/**/*.test.ts'],
    journeys: ['smoke', 'drivers', 'first-administrator'],
  },
]

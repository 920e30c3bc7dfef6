import { checks } from '#scripts/checks.mjs'
import type { Row } from './row.ts'

const WALLS = ['walls in the text']
const BUILT = ['smoke', 'home-screen', 'layout', 'reading', 'kill-points/versions']

/** Files that no import leads from: what is read, configured, built with or told. */
export const OTHER_ROWS: readonly Row[] = [
  {
    name: 'what everything is installed or run with',
    paths: ['package.json', 'package-lock.json', 'vitest.config.ts', 'tsconfig.json'],
    isEverything: true,
  },
  {
    name: 'the written word',
    paths: ['**/*.md', 'docs/**'],
    tests: ['tests/docs/*.test.ts'],
    checks: WALLS,
  },
  { name: 'what git and the machines for tests go by', paths: ['.gitignore', '.ci/**'] },
  {
    name: 'the rules of the linter',
    paths: ['biome.json'],
    tests: ['tests/boundaries/lint.test.ts'],
    checks: ['lint and format'],
  },
  {
    name: 'the walls between imports',
    paths: ['.dependency-cruiser.mjs'],
    tests: ['tests/boundaries/walls.test.ts', 'tests/scripts/testing/imports-of.test.ts'],
    checks: ['walls between imports'],
  },
  { name: 'what counts as dead code', paths: ['knip.jsonc'], checks: ['dead code'] },
  ...['contract', 'sw', 'server', 'src', 'tests', 'e2e'].map((part) => ({
    name: `how ${part} is compiled`,
    paths: [`${part}/tsconfig.json`],
    checks: [`types in ${part}`],
  })),
  {
    name: 'how the app is built',
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
    name: 'the map that comes with the app',
    paths: ['scripts/build/{basemap-*,state-codes}.ts'],
    tests: ['tests/src/map/**/*.test.{ts,tsx}'],
    journeys: ['map', 'map-history'],
  },
  {
    name: 'the static checks themselves',
    paths: ['scripts/checks.mjs'],
    checks: checks.map(({ name }) => name),
  },
  { name: 'how journeys are run', paths: ['playwright.config.ts'], journeys: ['**/*'] },
  {
    name: 'what WebKit and Firefox are driven with',
    paths: ['e2e/engines/driver/*.py', 'scripts/{debian-packages,install-engines}.mjs'],
    journeys: ['engines/webkit', 'engines/firefox'],
  },
  { name: 'what npm runs', paths: ['scripts/**'], tests: ['tests/scripts/**/*.test.ts'] },
  { name: 'measurements', paths: ['bench/**', 'tests/times.json'] },
  { name: 'the loop of chaos, which is run by hand', paths: ['tests/chaos/**'], tests: ['tests/chaos/*.test.ts'] },
  {
    name: 'the malformed requests, of which most are sent by hand',
    paths: ['tests/fuzz/**'],
    tests: ['tests/server/http/{malformed,broken-requests}.test.ts'],
  },
  {
    name: 'what is done around each test of Vitest',
    paths: ['tests/support/{fail-on-console,put-back,new-indexed-db}.ts'],
    tests: ['tests/**/*.test.{ts,tsx}'],
  },
  {
    name: 'the databases of tests',
    paths: ['tests/support/postgres.ts', 'scripts/find-program.mjs'],
    tests: ['tests/server/**/*.test.ts'],
  },
  {
    name: 'what devices have kept',
    paths: ['tests/src/areas/corpus/**'],
    tests: ['tests/src/areas/kept-entries.test.ts', 'tests/src/areas/maintenance/comment-draft.test.ts'],
  },
  {
    name: 'the styles of the API’s description',
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

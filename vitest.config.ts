import { defineConfig } from 'vitest/config'
import { basemapPlugin } from './scripts/build/basemap-plugin.ts'
import { globsNotOn } from './scripts/testing/server-databases.ts'
import { PATIENCE } from './tests/support/patience.ts'

const setupFiles = ['./tests/support/fail-on-console.ts']
/**
 * Creates the database that is copied for each test file. With TEST_DATABASE=postgresql it starts a private PostgreSQL.
 */
const postgres = './tests/support/postgres.ts'

/** Test files that set a page's globals or need freshly loaded modules. */
const ALONE = 'tests/**/*.alone.test.ts'
/**
 * All other files share their worker's modules, which takes a third of the time. Globals and mocks are restored after
 * tests.
 */
const together = {
  setupFiles: [...setupFiles, './tests/support/put-back.ts'],
  isolate: false,
  unstubGlobals: true,
  restoreMocks: true,
}

/**
 * Limits in milliseconds. They only end hanging tests: on a busy machine a test takes six times as long as on an idle
 * one, and the first test of a file waits until the app's modules are loaded.
 */
const LIMITS = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: PATIENCE } } }

export default defineConfig({
  test: {
    // Tests wait about as much as they compute: one worker per core, not one fewer.
    maxWorkers: '100%',
    projects: [
      {
        plugins: [basemapPlugin()],
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/server/**', 'tests/boundaries/**', ALONE],
          ...together,
          ...LIMITS,
        },
      },
      {
        plugins: [basemapPlugin()],
        test: {
          name: 'alone',
          include: [ALONE],
          ...LIMITS,
          setupFiles: [...setupFiles, './tests/support/new-indexed-db.ts'],
        },
      },
      {
        test: {
          name: 'boundaries',
          include: ['tests/boundaries/**/*.test.ts'],
          setupFiles,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: globsNotOn(process.env.TEST_DATABASE === 'postgresql' ? 'postgresql' : 'embedded'),
          ...together,
          ...LIMITS,
          globalSetup: [postgres],
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'
import { basemapPlugin } from './scripts/build/basemap-plugin.ts'
import { globsNotOn } from './scripts/testing/server-databases.ts'
import { PATIENCE } from './tests/support/patience.ts'

const setupFiles = ['./tests/support/fail-on-console.ts']
/** What each test file's own database is copied from; with TEST_DATABASE=postgresql a private PostgreSQL is started. */
const postgres = './tests/support/postgres.ts'

/** Test files that put a page's globals in place, or need a module as it is when it is new. */
const ALONE = 'tests/**/*.alone.test.ts'
/** All other files share their worker's modules, which costs a third of the time: what a test changes for all is put back. */
const together = {
  setupFiles: [...setupFiles, './tests/support/put-back.ts'],
  isolate: false,
  unstubGlobals: true,
  restoreMocks: true,
}

/**
 * A limit ends what hangs, and measures nothing: on a machine with other work a test takes six times as long as on an idle
 * one, and the first of a file waits for the modules of the app. In milliseconds.
 */
const LIMITS = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: PATIENCE } } }

export default defineConfig({
  test: {
    // A test waits as often as it works: one worker for each core, not one less.
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

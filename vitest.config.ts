import { defineConfig } from 'vitest/config'

const setupFiles = ['./tests/support/fail-on-console.ts']
/** What each test file's own database is copied from; with TEST_DATABASE=postgresql a private PostgreSQL is started. */
const postgres = './tests/support/postgres.ts'

export default defineConfig({
  test: {
    // A test waits as often as it works: one worker for each core, not one less.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/server/**', 'tests/boundaries/**'],
          setupFiles: [...setupFiles, 'fake-indexeddb/auto'],
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
          // What is of one database alone: files, kills and syncs of the embedded one; locks and sessions of PostgreSQL.
          exclude:
            process.env.TEST_DATABASE === 'postgresql'
              ? ['tests/server/process/**', 'tests/server/db/embedded/**']
              : ['tests/server/db/postgresql/**'],
          setupFiles,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: [postgres],
        },
      },
    ],
  },
})

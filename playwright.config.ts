import { mkdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { PATIENCE } from './e2e/support/patience.ts'
import { currentRunFolder, parentOfRunFolders } from './e2e/support/server/run-folder.ts'
import { COMPILE_CACHE } from './tests/support/compile-cache.ts'

// Every worker reads this file, so each worker and its child processes use the folder of the run for temporary files.
process.env.TMPDIR = currentRunFolder() ?? parentOfRunFolders()
mkdirSync(process.env.TMPDIR, { recursive: true })
// Most tests start a server; the cache compiles its code only once.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE.NODE_COMPILE_CACHE

/** How journeys are run. Browsers are started by e2e/support/browser.ts, each with its own profile. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/server/start-of-run.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Each test has its own browser and server. With more than two workers, a small machine is too slow for the time
  // limits.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: PATIENCE },
  use: {
    // A failure's trace has the actions and the output. Only the second try takes pictures: the browser is closed
    // before Playwright knows the result, so the first run would take pictures of every journey.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
  reporter: 'list',
})

import { mkdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { PATIENCE } from './e2e/support/patience.ts'
import { folderOfThisRun, placeOfRuns } from './e2e/support/server/run-folder.ts'
import { COMPILE_CACHE } from './tests/support/compile-cache.ts'

// This file is read in every worker: a worker, and what it starts, has all its files in the folder of its run.
process.env.TMPDIR = folderOfThisRun() ?? placeOfRuns()
mkdirSync(process.env.TMPDIR, { recursive: true })
// A server is started for most tests; its code is compiled once.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE.NODE_COMPILE_CACHE

/** Browsers are started by e2e/support/browser.ts, with a profile of their own; here stands only how tests are run. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/server/start-of-run.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Each test has a browser and a server of its own; more than two at once on a small machine measure only the machine.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: PATIENCE },
  use: {
    // Of a failure: what was done and printed. Pictures are left to the second try, for a browser is closed before Playwright
    // knows that its journey went well, so that each would have its picture taken.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
  reporter: 'list',
})

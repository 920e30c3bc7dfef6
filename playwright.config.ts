import { defineConfig } from '@playwright/test'

/** Browsers are started by e2e/support/browser.ts, with a profile of their own; here stands only how tests are run. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Each test has a browser and a server of its own; more than two at once on a small machine measure only the machine.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
})

import { startRun } from './run-folder.ts'

/** Playwright's global setup. Playwright calls the returned function after all tests. */
// biome-ignore lint/style/noDefaultExport: Playwright requires a default export.
export default startRun

import { startRun } from './run-folder.ts'

/** What Playwright calls before all workers; it calls what this answers after them. */
// biome-ignore lint/style/noDefaultExport: Playwright takes it so.
export default startRun

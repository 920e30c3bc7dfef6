import './require-node.mjs'
import { ensureInstalled } from './installation.mjs'
import { onEndSignal } from './on-end-signal.mjs'
import { bestNode } from './places.mjs'
import { endWithCommands, runCommand } from './run-command.mjs'

onEndSignal(endWithCommands)
// The test runner is TypeScript, which needs the project's own Node.
await ensureInstalled()
const { code } = await runCommand(bestNode(), ['scripts/testing/run-tests.ts', ...process.argv.slice(2)], {
  live: true,
})
process.exitCode = code

import './require-node.mjs'
import { ensureInstalled } from './installation.mjs'
import { bestNode } from './places.mjs'
import { runCommand } from './run-command.mjs'

/** Sends the server malformed requests, and counts what became of them: `npm run test:fuzz`. */
await ensureInstalled()
const { code } = await runCommand(bestNode(), ['tests/fuzz/run.ts'], { live: true })
process.exitCode = code

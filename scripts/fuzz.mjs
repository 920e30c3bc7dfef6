import './require-node.mjs'
import { ensureInstalled } from './installation.mjs'
import { bestNode } from './places.mjs'
import { runCommand } from './run-command.mjs'

/** Sends malformed requests to the server and counts its responses: `npm run test:fuzz`. */
await ensureInstalled()
const { code } = await runCommand(bestNode(), ['tests/fuzz/run.ts'], { live: true })
process.exitCode = code

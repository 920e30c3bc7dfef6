import './require-node.mjs'
import { spawn } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './installation.mjs'
import { onEndSignal } from './on-end-signal.mjs'
import { nodeBinary, root, toolEnvironment } from './places.mjs'

await ensureInstalled()
await ensureBuilt()

const server = spawn(nodeBinary, ['server/main.ts'], { cwd: root, env: toolEnvironment(), stdio: 'inherit' })
onEndSignal((signal, isHeardByAll) => isHeardByAll || server.kill(signal))
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`)
  process.exitCode = 1
})
server.on('exit', (code) => {
  process.exitCode = code ?? 1
})

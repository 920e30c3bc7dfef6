import './require-node.mjs'
import { spawn } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './installation.mjs'
import { nodeBinary, root, toolEnvironment } from './places.mjs'

await ensureInstalled()
await ensureBuilt()

const server = spawn(nodeBinary, ['server/main.ts'], { cwd: root, env: toolEnvironment(), stdio: 'inherit' })
// Ctrl+C in a terminal reaches the server by itself; a signal sent to this process alone must be handed on.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })
}
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`)
  process.exitCode = 1
})
server.on('exit', (code) => {
  process.exitCode = code ?? 1
})

// npm ends the shell that it started, and not what runs in it: then this process is left to another parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || server.kill('SIGTERM'), 250).unref()
}

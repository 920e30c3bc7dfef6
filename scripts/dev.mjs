import './require-node.mjs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './installation.mjs'
import { onEndSignal } from './on-end-signal.mjs'
import { nodeBinary, root, toolEnvironment } from './places.mjs'

await ensureInstalled()

/** The server restarts when one of its files changes. Vite keeps the pages current and forwards /api to the server. */
const programs = [
  spawn(nodeBinary, ['--watch', '--watch-preserve-output', 'server/main.ts'], options()),
  spawn(nodeBinary, [join('node_modules', 'vite', 'bin', 'vite.js'), ...process.argv.slice(2)], options()),
]

function options() {
  return { cwd: root, env: toolEnvironment(), stdio: /** @type {const} */ ('inherit') }
}

function stop(/** @type {NodeJS.Signals} */ signal) {
  for (const program of programs) program.kill(signal)
}
onEndSignal(stop)
for (const program of programs) {
  program.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    stop('SIGTERM')
  })
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { bestNode, root, toolEnvironment } from './places.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
/** @type {NodeJS.Signals | null} the signal that ends this process as soon as its running programs have ended */
let endSignal = null

/**
 * Ends this process as soon as its running programs have ended. No further program is started. The exit code is the
 * shell's code for the signal (128 + its number).
 * @param {NodeJS.Signals} signal
 * @param {boolean} isHeardByAll whether the running programs have already received the signal
 */
export function endWithCommands(signal, isHeardByAll) {
  endSignal = signal
  for (const child of running) if (!isHeardByAll) child.kill(signal)
  endIfNothingRuns()
}

function endIfNothingRuns() {
  if (endSignal !== null && running.size === 0) process.exit(128 + constants.signals[endSignal])
}

/**
 * Whether a process is running, including a process of another user.
 * @param {number} id
 */
export function isRunning(id) {
  try {
    return process.kill(id, 0)
  } catch (error) {
    // EPERM: the process belongs to another user, so it is running.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Runs a program to its end.
 * @param {string} command a program on the path
 * @param {readonly string[]} parameters
 * @param {{ env?: Record<string, string | undefined>, live?: boolean, cwd?: string }} [options] `live`: the output is
 *   shown immediately instead of collected
 * @returns {Promise<{ code: number, output: string, seconds: number }>} code 127 when the program does not exist
 */
export function runCommand(command, parameters, { env, live = false, cwd = root } = {}) {
  const began = performance.now()
  return new Promise((resolve) => {
    if (endSignal !== null) return
    const child = spawn(command, parameters, {
      cwd,
      env: toolEnvironment(live ? env : { NO_COLOR: '1', FORCE_COLOR: undefined, ...env }),
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
      // On Windows, npm is a .cmd file, which only the shell can start.
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
    })
    running.add(child)
    let output = ''
    const finish = (/** @type {number} */ code) => {
      running.delete(child)
      endIfNothingRuns()
      resolve({ code, output, seconds: (performance.now() - began) / 1000 })
    }
    child.stdout?.on('data', (part) => (output += part))
    child.stderr?.on('data', (part) => (output += part))
    child.on('error', (error) => {
      output += error.message
      finish(127)
    })
    child.on('close', (code) => finish(code ?? 1))
  })
}

/**
 * Runs a JavaScript program of the installed packages with the project's Node, without a shell on any system.
 * @param {string} name as in node_modules/.bin
 * @param {readonly string[]} parameters
 * @param {Parameters<typeof runCommand>[2]} [options]
 */
export function runTool(name, parameters, options) {
  const entry = TOOLS[name]
  if (!entry) throw new Error(`unknown tool "${name}"`)
  const file = join(root, 'node_modules', entry)
  if (!existsSync(file)) return Promise.resolve({ code: 127, output: `${name} is not installed\n`, seconds: 0 })
  return runCommand(bestNode(), [file, ...parameters], options)
}

/** @type {Record<string, string>} */
const TOOLS = {
  biome: '@biomejs/biome/bin/biome',
  depcruise: 'dependency-cruiser/bin/dependency-cruiser.mjs',
  knip: 'knip/bin/knip.js',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
}

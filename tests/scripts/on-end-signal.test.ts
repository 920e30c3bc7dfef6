import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { root } from '#scripts/places.mjs'
import { isRunning } from '#scripts/run-command.mjs'
import { eventually } from '#tests/support/eventually.ts'

const script = (name: string) => JSON.stringify(pathToFileURL(join(root, 'scripts', name)).href)
/**
 * Runs two commands that never end on their own, then would run a third. The first prints its process id and ends
 * 300 ms after a signal.
 */
const PROGRAM = `
  import { endWithCommands, runCommand } from ${script('run-command.mjs')}
  import { onEndSignal } from ${script('on-end-signal.mjs')}
  onEndSignal(endWithCommands)
  const run = (text) => runCommand(process.execPath, ['-e', text + '; setInterval(() => {}, 1000)'], { live: true })
  const late = "process.on('SIGTERM', () => setTimeout(process.exit, 300)); console.log(process.pid)"
  void run(late)
  await run('')
  await run('console.log("went on")')
`
/** Like npm: starts a program, and ends without it. */
const STARTER = `
  const { spawn } = require('node:child_process')
  spawn(process.execPath, ['--input-type=module', '-e', process.argv[1]], { stdio: ['ignore', 'inherit', 'inherit'] })
  process.stdin.once('data', () => process.exit())
`

/** Counts the end signals. Runs long enough after the first one to check for its parent process a few more times. */
const COUNTER = `
  import { onEndSignal } from ${script('on-end-signal.mjs')}
  let times = 0
  onEndSignal(() => { times += 1; setTimeout(() => { console.log('told', times); process.exit() }, 800) })
  setInterval(() => {}, 1000)
  console.log(process.pid)
`

function startProgram(parameters: readonly string[]): { readonly child: ChildProcess; readonly output: () => string } {
  const child = spawn(process.execPath, parameters, { env: { ...process.env, npm_lifecycle_event: 'test' } })
  let text = ''
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString()
  })
  return { child, output: () => text }
}

test('a program that gets an end signal ends with its commands and starts no more', async () => {
  const { child, output } = startProgram(['--input-type=module', '-e', PROGRAM])
  await eventually(() => expect(output()).toMatch(/^\d+\n$/))
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([143, null])
  expect(isRunning(Number(output()))).toBe(false)
  expect(output()).not.toContain('went on')
})

test('a program whose parent process is gone ends with its commands', async () => {
  const { child, output } = startProgram(['-e', STARTER, PROGRAM])
  await eventually(() => expect(output()).toMatch(/^\d+\n$/))
  child.stdin?.write('end\n')
  await eventually(() => expect(isRunning(Number(output()))).toBe(false))
})

test('a program that gets a signal and loses its parent process to the same signal handles it once', async () => {
  const { child, output } = startProgram(['-e', STARTER, COUNTER])
  await eventually(() => expect(output()).toMatch(/^\d+\n$/))
  process.kill(Number(output()), 'SIGTERM')
  child.stdin?.write('end\n')
  await eventually(() => expect(output()).toMatch(/told 1\n$/))
})

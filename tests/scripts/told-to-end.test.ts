import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { root } from '#scripts/places.mjs'
import { isRunning } from '#scripts/run-command.mjs'
import { eventually } from '#tests/support/eventually.ts'

const script = (name: string) => JSON.stringify(pathToFileURL(join(root, 'scripts', name)).href)
/** Runs two commands that never end by themselves, of which one tells its process and ends late; then would run a third. */
const PROGRAM = `
  import { endWithCommands, runCommand } from ${script('run-command.mjs')}
  import { onEndSignal } from ${script('told-to-end.mjs')}
  onEndSignal(endWithCommands)
  const run = (text) => runCommand(process.execPath, ['-e', text + '; setInterval(() => {}, 1000)'], { live: true })
  const late = "process.on('SIGTERM', () => setTimeout(process.exit, 300)); console.log(process.pid)"
  void run(late)
  await run('')
  await run('console.log("went on")')
`
/** What npm is to a program: it starts it, and ends alone. */
const STARTER = `
  const { spawn } = require('node:child_process')
  spawn(process.execPath, ['--input-type=module', '-e', process.argv[1]], { stdio: ['ignore', 'inherit', 'inherit'] })
  process.stdin.once('data', () => process.exit())
`

/** Counts how often it is told to end, and goes on until it has looked for its starter a few times more. */
const COUNTER = `
  import { onEndSignal } from ${script('told-to-end.mjs')}
  let times = 0
  onEndSignal(() => { times += 1; setTimeout(() => { console.log('told', times); process.exit() }, 800) })
  setInterval(() => {}, 1000)
  console.log(process.pid)
`

function started(parameters: readonly string[]): { readonly child: ChildProcess; readonly said: () => string } {
  const child = spawn(process.execPath, parameters, { env: { ...process.env, npm_lifecycle_event: 'test' } })
  let said = ''
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString()
  })
  return { child, said: () => said }
}

test('a program that is told to end does so with what it runs, and begins nothing more', async () => {
  const { child, said } = started(['--input-type=module', '-e', PROGRAM])
  await eventually(() => expect(said()).toMatch(/^\d+\n$/))
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([143, null])
  expect(isRunning(Number(said()))).toBe(false)
  expect(said()).not.toContain('went on')
})

test('a program whose starter is gone ends with what it runs', async () => {
  const { child, said } = started(['-e', STARTER, PROGRAM])
  await eventually(() => expect(said()).toMatch(/^\d+\n$/))
  child.stdin?.write('end\n')
  await eventually(() => expect(isRunning(Number(said()))).toBe(false))
})

test('a program that is told to end, and whose starter ends of the same signal, is told once', async () => {
  const { child, said } = started(['-e', STARTER, COUNTER])
  await eventually(() => expect(said()).toMatch(/^\d+\n$/))
  process.kill(Number(said()), 'SIGTERM')
  child.stdin?.write('end\n')
  await eventually(() => expect(said()).toMatch(/told 1\n$/))
})

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UsageError } from '#scripts/testing/command-line.ts'
import { clearResults } from '#scripts/testing/evidence.ts'
import { lockResults } from '#scripts/testing/one-run.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-results-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const lockFiles = () => readdirSync(folder).filter((name) => name.startsWith('running'))
/** A program that locks the results folder and runs until it gets input. */
const OTHER = (place: string) => `
  import { lockResults } from ${JSON.stringify(new URL('../../../scripts/testing/one-run.ts', import.meta.url).href)}
  lockResults(${JSON.stringify(place)})
  console.log('taken')
  process.stdin.once('data', () => process.exit())
`

test('a second run in the same folder is refused with the first one’s process id until that one ends', async () => {
  const other = spawn(process.execPath, ['--input-type=module', '-e', OTHER(folder)])
  await once(other.stdout, 'data')
  expect(() => lockResults(folder)).toThrow(UsageError)
  expect(() => lockResults(folder)).toThrow(`process ${other.pid}`)
  expect(lockFiles()).toEqual([`running-${other.pid}`])
  other.stdin.write('end\n')
  await once(other, 'close')
  lockResults(folder)
  expect(lockFiles()).toEqual([`running-${process.pid}`])
})

test('a run takes over from a killed run, and clearing its results keeps the lock', () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version'])
  writeFileSync(join(folder, `running-${dead}`), '')
  lockResults(folder)
  clearResults(folder)
  expect(lockFiles()).toEqual([`running-${process.pid}`])
})

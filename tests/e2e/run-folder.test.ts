import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { folderOfThisRun, removeLeftOvers, startRun } from '#e2e/support/server/run-folder.ts'

let place = ''
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'haulyard-run-folder-'))
  vi.stubEnv('TMPDIR', place)
  vi.stubEnv('HAULYARD_E2E_RUN', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(place, { recursive: true })
})

/** The folder of a run whose first process has this id, with a file in it. */
function runOf(pid: number): string {
  const folder = join(place, `haulyard-run-${pid}-abcdef`)
  mkdirSync(join(folder, 'haulyard-profile-1'), { recursive: true })
  return folder
}

test('what killed runs have left is removed, and nothing of those that go on or of anybody else', () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version'])
  const [left, going] = [runOf(dead), runOf(process.ppid)]
  const others = join(place, 'something-else')
  mkdirSync(others)
  removeLeftOvers(place)
  expect([left, going, others].map((path) => existsSync(path))).toEqual([false, true, true])
})

test('a run has a folder of its own, which all it starts know, and which is gone when it ends', async () => {
  expect(folderOfThisRun()).toBeNull()
  const end = await startRun()
  const folder = folderOfThisRun()
  expect(folder).toContain(`haulyard-run-${process.pid}-`)
  expect(existsSync(folder ?? '')).toBe(true)
  end()
  expect(existsSync(folder ?? '')).toBe(false)
  expect(folderOfThisRun()).toBeNull()
})

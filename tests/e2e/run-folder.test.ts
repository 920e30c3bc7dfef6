import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentRunFolder, removeLeftOvers, startRun } from '#e2e/support/server/run-folder.ts'

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

/** Creates the folder of a run whose first process has this id, with a profile folder in it. */
function createRunFolder(pid: number): string {
  const folder = join(place, `haulyard-run-${pid}-abcdef`)
  mkdirSync(join(folder, 'haulyard-profile-1'), { recursive: true })
  return folder
}

test('folders of killed runs are removed; folders of running runs and other folders stay', () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version'])
  const [left, going] = [createRunFolder(dead), createRunFolder(process.ppid)]
  const others = join(place, 'something-else')
  mkdirSync(others)
  removeLeftOvers(place)
  expect([left, going, others].map((path) => existsSync(path))).toEqual([false, true, true])
})

test('a run has its own folder, known through the environment and removed when the run ends', async () => {
  expect(currentRunFolder()).toBeNull()
  const end = await startRun()
  const folder = currentRunFolder()
  expect(folder).toContain(`haulyard-run-${process.pid}-`)
  expect(existsSync(folder ?? '')).toBe(true)
  end()
  expect(existsSync(folder ?? '')).toBe(false)
  expect(currentRunFolder()).toBeNull()
})

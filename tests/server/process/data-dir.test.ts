import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDataDir } from '#server/start/data-dir.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-data-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

test('a new data folder is accessible to its owner only', () => {
  const path = join(folder, 'new')
  expect(ensureDataDir(path)).toBe(true)
  expect(modeOf(path)).toBe(0o700)
})

test('a data folder that other users can access is closed to them, and its group keeps its rights', () => {
  for (const [before, after] of [
    [0o755, 0o750],
    [0o777, 0o770],
    [0o700, 0o700],
  ] as const) {
    chmodSync(folder, before)
    expect(ensureDataDir(folder)).toBe(true)
    expect(modeOf(folder)).toBe(after)
  }
})

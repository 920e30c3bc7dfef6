import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium, findHeadlessShell } from '#scripts/find-program.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-browsers-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Names a browser in CHROMIUM_PATH. */
function name(file: string, exists = true): string {
  const path = join(folder, file)
  if (exists) writeFileSync(path, '')
  vi.stubEnv('CHROMIUM_PATH', path)
  return path
}

test('a whole Chromium that is named is taken for everything', () => {
  const path = name('chromium')
  expect(findChromium()).toBe(path)
  expect(findHeadlessShell()).toBeNull()
})

test('a headless shell that is named is taken for what it can do', () => {
  const path = name('chromium-headless-shell')
  expect(findHeadlessShell()).toBe(path)
})

test('what is named and is not there is not replaced by another', () => {
  name('chromium', false)
  expect(findChromium()).toBeNull()
  expect(findHeadlessShell()).toBeNull()
})

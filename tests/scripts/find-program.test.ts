import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium, findHeadlessShell, fullChromium, whyNoChromium } from '#scripts/find-program.mjs'

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

test('a full Chromium that is named is taken for everything', () => {
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

test('what needs a full Chromium and has none says how to get one, and what there is', () => {
  vi.stubEnv('CHROMIUM_PATH', undefined)
  expect(whyNoChromium('/usr/bin/chromium-headless-shell')).toMatch(
    /only \/usr\/bin\/chromium-headless-shell was found; install the Debian package chromium, .*playwright install/,
  )
  expect(whyNoChromium(null)).toMatch(/^no Chromium was found; install the Debian package chromium, /)
})

test('what needs a full Chromium names the file that CHROMIUM_PATH names in vain', () => {
  const path = name('chromium', false)
  expect(fullChromium).toThrow(`CHROMIUM_PATH names no file: ${path}`)
})

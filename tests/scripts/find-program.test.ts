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

/** Sets CHROMIUM_PATH to a file in the test's folder. */
function setChromiumPath(file: string, exists = true): string {
  const path = join(folder, file)
  if (exists) writeFileSync(path, '')
  vi.stubEnv('CHROMIUM_PATH', path)
  return path
}

test('a full Chromium in CHROMIUM_PATH is used for everything', () => {
  const path = setChromiumPath('chromium')
  expect(findChromium()).toBe(path)
  expect(findHeadlessShell()).toBeNull()
})

test('a headless shell in CHROMIUM_PATH is used as the headless shell', () => {
  const path = setChromiumPath('chromium-headless-shell')
  expect(findHeadlessShell()).toBe(path)
})

test('a missing file in CHROMIUM_PATH is not replaced by another browser', () => {
  setChromiumPath('chromium', false)
  expect(findChromium()).toBeNull()
  expect(findHeadlessShell()).toBeNull()
})

test('without a full Chromium, the message says how to install one and what was found instead', () => {
  vi.stubEnv('CHROMIUM_PATH', undefined)
  expect(whyNoChromium('/usr/bin/chromium-headless-shell')).toMatch(
    /only \/usr\/bin\/chromium-headless-shell was found; install the Debian package chromium, .*playwright install/,
  )
  expect(whyNoChromium(null)).toMatch(/^no Chromium was found; install the Debian package chromium, /)
})

test('the message for a missing full Chromium names the file in CHROMIUM_PATH', () => {
  const path = setChromiumPath('chromium', false)
  expect(fullChromium).toThrow(`CHROMIUM_PATH names no file: ${path}`)
})

import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { root } from './places.mjs'

const isWindows = process.platform === 'win32'

/** The full path of a program on the PATH, or null. */
function onPath(/** @type {string} */ name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, isWindows ? `${name}.exe` : name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // Not in this folder; the next one may have it.
    }
  }
  return null
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const BROWSER_FILES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Where Playwright keeps the Chromium that it downloads, if it has one; null before the packages are installed. */
function playwrightsOwn() {
  const file = join(root, 'node_modules', '@playwright', 'test', 'index.js')
  if (!existsSync(file)) return null
  const path = createRequire(import.meta.url)(file).chromium.executablePath()
  return existsSync(path) ? path : null
}

/**
 * A Chromium to test in: the one named by CHROMIUM_PATH, else Playwright's own download, else one on this machine.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : null
  return (
    playwrightsOwn() ?? BROWSERS.map(onPath).find((path) => path !== null) ?? BROWSER_FILES.find(existsSync) ?? null
  )
}

/** The folder of PostgreSQL's server programs (initdb, postgres), the newest one, or null. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/opt/homebrew/opt/postgresql/bin']
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (found) return found
  const initdb = onPath('initdb')
  return initdb === null ? null : join(initdb, '..')
}

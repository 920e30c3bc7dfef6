import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, join } from 'node:path'
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
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']

/** Where Playwright keeps the Chromium that it downloads, whether or not it has; null before the packages are installed. */
function playwrightsPlace() {
  const file = join(root, 'node_modules', '@playwright', 'test', 'index.js')
  if (!existsSync(file)) return null
  return createRequire(import.meta.url)(file).chromium.executablePath()
}

function playwrightsChromium() {
  const path = playwrightsPlace()
  return path !== null && existsSync(path) ? path : null
}

/** The shell lies beside the whole browser, in a folder of the same number: `chromium_headless_shell-1255`. */
function playwrightsShell() {
  const [, downloads, number] = playwrightsPlace()?.match(/^(.*)[\\/]chromium-(\d+)[\\/]/) ?? []
  if (downloads === undefined) return null
  const folder = join(downloads, `chromium_headless_shell-${number}`)
  if (!existsSync(folder)) return null
  const files = readdirSync(folder).map((name) => join(folder, name, `chrome-headless-shell${isWindows ? '.exe' : ''}`))
  return files.find(existsSync) ?? null
}

const firstOnPath = (/** @type {readonly string[]} */ names) => names.map(onPath).find((path) => path !== null) ?? null
const isShell = (/** @type {string} */ path) => /headless[-_]shell/.test(basename(path))

/**
 * A whole Chromium: the one named by CHROMIUM_PATH, else Playwright's own download, else one on this machine. Where that
 * names a headless shell, it is left to those who need no more.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named && !isShell(named)) return existsSync(named) ? named : null
  return playwrightsChromium() ?? firstOnPath(BROWSERS) ?? BROWSER_FILES.find(existsSync) ?? null
}

/** Why there is no whole Chromium here, but for a headless shell or not even that, and how a person gets one. */
export function whyNoChromium(/** @type {string | null} */ shell) {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) return `CHROMIUM_PATH names no file: ${named}`
  const found = shell === null ? 'no Chromium was found' : `this needs a whole Chromium, and only ${shell} was found`
  return `${found}; install the Debian package chromium, run \`npx playwright install chromium\`, or set CHROMIUM_PATH to one`
}

/**
 * A whole Chromium, for what can't go on without one.
 * @returns {string}
 * @throws {Error} that says how to get one
 */
export function wholeChromium() {
  const path = findChromium()
  if (path === null) throw new Error(whyNoChromium(findHeadlessShell()))
  return path
}

/**
 * Chromium without a browser's own windows and menus, found in the same places: it shows and stores what the whole one
 * does, for a sixth less of a machine's time.
 * @returns {string | null}
 */
export function findHeadlessShell() {
  const named = process.env.CHROMIUM_PATH
  if (named) return isShell(named) && existsSync(named) ? named : null
  return playwrightsShell() ?? firstOnPath(SHELLS)
}

const isThere = (/** @type {string} */ path) => existsSync(path)

/** What programs of Debian's own Python can show in a window; a Python from elsewhere does not know it. */
const WEBKIT_FOR_PYTHON = [
  '/usr/lib/girepository-1.0',
  '/usr/lib/x86_64-linux-gnu/girepository-1.0',
  '/usr/lib/aarch64-linux-gnu/girepository-1.0',
].map((folder) => join(folder, 'WebKit2-4.1.typelib'))
const PYTHON_FOR_WINDOWS = '/usr/lib/python3/dist-packages/gi'

/**
 * Why there is no WebKit here to test in, in words that say how a person gets one; null where there is.
 * @returns {string | null}
 */
export function whyNoWebKit() {
  const isHere =
    onPath('WebKitWebDriver') !== null &&
    onPath('Xvfb') !== null &&
    WEBKIT_FOR_PYTHON.some(isThere) &&
    isThere(PYTHON_FOR_WINDOWS)
  return isHere
    ? null
    : 'no WebKit was found; install the Debian packages webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi and xvfb'
}

/**
 * The same for Firefox.
 * @returns {string | null}
 */
export function whyNoFirefox() {
  return onPath('firefox-esr') === null ? 'no Firefox was found; install the Debian package firefox-esr' : null
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

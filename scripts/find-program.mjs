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
      // Not in this folder; the next folder is tried.
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

/**
 * The path of Playwright's downloaded Chromium, even if the file does not exist; null before the packages are
 * installed.
 */
function playwrightsPath() {
  const file = join(root, 'node_modules', '@playwright', 'test', 'index.js')
  if (!existsSync(file)) return null
  return createRequire(import.meta.url)(file).chromium.executablePath()
}

function playwrightsChromium() {
  const path = playwrightsPath()
  return path !== null && existsSync(path) ? path : null
}

/** The shell is next to the full browser, in a folder with the same number: `chromium_headless_shell-1255`. */
function playwrightsShell() {
  const [, downloads, number] = playwrightsPath()?.match(/^(.*)[\\/]chromium-(\d+)[\\/]/) ?? []
  if (downloads === undefined) return null
  const folder = join(downloads, `chromium_headless_shell-${number}`)
  if (!existsSync(folder)) return null
  const files = readdirSync(folder).map((name) => join(folder, name, `chrome-headless-shell${isWindows ? '.exe' : ''}`))
  return files.find(existsSync) ?? null
}

const firstOnPath = (/** @type {readonly string[]} */ names) => names.map(onPath).find((path) => path !== null) ?? null
const isShell = (/** @type {string} */ path) => /headless[-_]shell/.test(basename(path))

/**
 * A full Chromium: the file in CHROMIUM_PATH, otherwise Playwright's download, otherwise a browser of this machine.
 * A CHROMIUM_PATH that names a headless shell is ignored here.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named && !isShell(named)) return existsSync(named) ? named : null
  return playwrightsChromium() ?? firstOnPath(BROWSERS) ?? BROWSER_FILES.find(existsSync) ?? null
}

/** The message when there is no full Chromium (at most the headless shell `shell`), with the ways to get one. */
export function whyNoChromium(/** @type {string | null} */ shell) {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) return `CHROMIUM_PATH names no file: ${named}`
  const found = shell === null ? 'no Chromium was found' : `this needs a full Chromium, and only ${shell} was found`
  return `${found}; install the Debian package chromium, run \`npx playwright install chromium\`, or set CHROMIUM_PATH to one`
}

/**
 * A full Chromium, for callers that can't continue without one.
 * @returns {string}
 * @throws {Error} when there is none; the message lists the ways to get one
 */
export function fullChromium() {
  const path = findChromium()
  if (path === null) throw new Error(whyNoChromium(findHeadlessShell()))
  return path
}

/**
 * The headless shell: Chromium without windows and menus, searched for in the same places. It renders and stores the
 * same as the full browser and takes a sixth less CPU time.
 * @returns {string | null}
 */
export function findHeadlessShell() {
  const named = process.env.CHROMIUM_PATH
  if (named) return isShell(named) && existsSync(named) ? named : null
  return playwrightsShell() ?? firstOnPath(SHELLS)
}

const fileExists = (/** @type {string} */ path) => existsSync(path)

/** WebKit for programs of Debian's own Python. Other Pythons can't find it. */
const WEBKIT_FOR_PYTHON = [
  '/usr/lib/girepository-1.0',
  '/usr/lib/x86_64-linux-gnu/girepository-1.0',
  '/usr/lib/aarch64-linux-gnu/girepository-1.0',
].map((folder) => join(folder, 'WebKit2-4.1.typelib'))
const PYTHON_FOR_WINDOWS = '/usr/lib/python3/dist-packages/gi'

/**
 * The message when there is no WebKit to test in, with the packages to install; null when there is one.
 * @returns {string | null}
 */
export function whyNoWebKit() {
  const isHere =
    onPath('WebKitWebDriver') !== null &&
    onPath('Xvfb') !== null &&
    WEBKIT_FOR_PYTHON.some(fileExists) &&
    fileExists(PYTHON_FOR_WINDOWS)
  return isHere
    ? null
    : 'no WebKit was found; install the Debian packages webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi and xvfb'
}

/**
 * The message when there is no Firefox, with the package to install; null when there is one.
 * @returns {string | null}
 */
export function whyNoFirefox() {
  return onPath('firefox-esr') === null ? 'no Firefox was found; install the Debian package firefox-esr' : null
}

/** The folder of the newest installed PostgreSQL's server programs (initdb, postgres), or null. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/opt/homebrew/opt/postgresql/bin']
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (found) return found
  const initdb = onPath('initdb')
  return initdb === null ? null : join(initdb, '..')
}

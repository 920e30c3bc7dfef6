import { installPackages, packagesOfThisMachine } from './debian-packages.mjs'
import { findChromium, findHeadlessShell, whyNoChromium } from './find-program.mjs'
import { runTool } from './run-command.mjs'

/** The connection timeout of one attempt, in ms. Playwright makes five attempts. */
const CONNECTION_TIMEOUT_MS = process.env.PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT ?? '10000'

/** The functions of this machine that are used here. Tests pass replacements. */
const thisMachine = {
  ...packagesOfThisMachine,
  findChromium,
  findHeadlessShell,
  download: () =>
    runTool('playwright', ['install', 'chromium'], {
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: CONNECTION_TIMEOUT_MS },
    }),
}

/** @typedef {typeof thisMachine} Machine */

/** The reason why a download failed: the first `Error:` line of the output. */
const reasonIn = (/** @type {string} */ output) => output.match(/^ *Error: (.+)$/m)?.[1] ?? 'it gave no reason'

/** Installs the missing browser: a full Chromium from Playwright or Debian, or the headless shell from Debian. */
async function installMissing(/** @type {Machine} */ machine) {
  if (!machine.findChromium()) {
    machine.say('This machine has no full Chromium: downloading one for the tests …')
    const { code, output } = await machine.download()
    if (code === 0 && machine.findChromium()) return
    machine.say(`The download failed: ${reasonIn(output)}`)
    if (await installPackages(machine, 'chromium', 'chromium-headless-shell')) return
    await installPackages(machine, 'chromium')
  } else if (!machine.findHeadlessShell()) {
    machine.say('This machine has no chromium-headless-shell, which is faster; continuing with the full Chromium.')
    await installPackages(machine, 'chromium-headless-shell')
  }
}

/**
 * Finds or installs a Chromium for tests: an installed one, otherwise Playwright's download, otherwise the Debian
 * packages when this process may install them.
 * @param {Machine} machine
 * @returns {Promise<{ path: string | null, full: string | null, how: string }>} path: the faster browser, for most
 *   tests; null when none can be installed. full: the full browser, or null. how: the paths or the problem, for
 *   messages
 */
export async function ensureChromium(machine = thisMachine) {
  if (!process.env.CHROMIUM_PATH) await installMissing(machine)
  const full = machine.findChromium()
  const shell = machine.findHeadlessShell()
  if (shell) return { path: shell, full, how: full ? `${shell} and ${full}` : `${shell}, and no full Chromium` }
  return { path: full, full, how: full ?? whyNoChromium(null) }
}

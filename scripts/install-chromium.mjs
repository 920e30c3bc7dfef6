import { installPackages, packagesOfThisMachine } from './debian-packages.mjs'
import { findChromium, findHeadlessShell, whyNoChromium } from './find-program.mjs'
import { runTool } from './run-command.mjs'

/** Playwright tries five times. */
const SOON_MS = process.env.PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT ?? '10000'

/** What is asked of a machine here, so that tests can hand in another. */
const thisMachine = {
  ...packagesOfThisMachine,
  findChromium,
  findHeadlessShell,
  download: () =>
    runTool('playwright', ['install', 'chromium'], { env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: SOON_MS } }),
}

/** @typedef {typeof thisMachine} Machine */

/** What made a download fail: the first line that says so. */
const reasonIn = (/** @type {string} */ output) => output.match(/^ *Error: (.+)$/m)?.[1] ?? 'it gave no reason'

/** What is missing of the two, from where it can be had. */
async function install(/** @type {Machine} */ machine) {
  if (!machine.findChromium()) {
    machine.say('No whole Chromium on this machine: downloading one for the tests …')
    const { code, output } = await machine.download()
    if (code === 0 && machine.findChromium()) return
    machine.say(`The download failed: ${reasonIn(output)}`)
    if (await installPackages(machine, 'chromium', 'chromium-headless-shell')) return
    await installPackages(machine, 'chromium')
  } else if (!machine.findHeadlessShell()) {
    machine.say('This machine has no chromium-headless-shell, which is quicker; going on with the whole Chromium.')
    await installPackages(machine, 'chromium-headless-shell')
  }
}

/**
 * Sees to it that there is a Chromium to test in: what is here, else Playwright's own download, else Debian's packages when
 * this process may install them.
 * @param {Machine} machine
 * @returns {Promise<{ path: string | null, whole: string | null, how: string }>} path: the quicker one, for most tests;
 *   null when there is none to be had. whole: the one that can do everything
 */
export async function ensureChromium(machine = thisMachine) {
  if (!process.env.CHROMIUM_PATH) await install(machine)
  const whole = machine.findChromium()
  const shell = machine.findHeadlessShell()
  if (shell) return { path: shell, whole, how: whole ? `${shell} and ${whole}` : `${shell}, and no whole Chromium` }
  return { path: whole, whole, how: whole ?? whyNoChromium(null) }
}

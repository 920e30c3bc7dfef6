import { findChromium, findHeadlessShell } from './find-program.mjs'
import { runCommand, runTool } from './run-command.mjs'

/** A machine without a network of its own shall say so soon. */
const SOON = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0']

/** Installs Debian's packages when this process may; answers whether it did. */
async function installPackages(/** @type {readonly string[]} */ names) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const update = await runCommand('apt-get', [...SOON, 'update', '-qq'])
  // No such program: another kind of Linux.
  if (update.code === 127) return false
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const parameters = [...SOON, 'install', '-y', '-qq', '--no-install-recommends', ...names]
  return (await runCommand('apt-get', parameters, { env })).code === 0
}

/** What is missing of the two, from where it can be had. */
async function install() {
  if (!findChromium()) {
    console.log('No Chromium on this machine: downloading one for the tests …')
    const download = await runTool('playwright', ['install', 'chromium'])
    if (download.code === 0 && findChromium()) return
    console.log('That failed: trying the Debian packages …')
    if (await installPackages(['chromium', 'chromium-headless-shell'])) return
    await installPackages(['chromium'])
  } else if (!findHeadlessShell()) {
    console.log('No headless shell of Chromium on this machine, which is quicker: trying the Debian package …')
    await installPackages(['chromium-headless-shell'])
  }
}

/**
 * Sees to it that there is a Chromium to test in: what is here, else Playwright's own download, else Debian's packages when
 * this process may install them.
 * @returns {Promise<{ path: string | null, whole: string | null, how: string }>} path: the quicker one, for most tests;
 *   null when there is none to be had. whole: the one that can do everything
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH
  if (!named) await install()
  const whole = findChromium()
  const shell = findHeadlessShell()
  if (shell) return { path: shell, whole, how: whole ? `${shell} and ${whole}` : `${shell}, and no whole Chromium` }
  if (whole) return { path: whole, whole, how: whole }
  if (named) return { path: null, whole, how: `CHROMIUM_PATH names no file: ${named}` }
  return { path: null, whole, how: 'no Chromium found, and none could be installed; set CHROMIUM_PATH to one' }
}

import { findChromium } from './find-program.mjs'
import { runCommand, runTool } from './run-command.mjs'

/**
 * Sees to it that there is a Chromium: one that is here, else Playwright's own download, else Debian's package when this
 * process may install packages.
 * @returns {Promise<{ path: string | null, how: string }>} path null when there is none to be had
 */
export async function ensureChromium() {
  const here = findChromium()
  if (here) return { path: here, how: here }
  if (process.env.CHROMIUM_PATH) return { path: null, how: `CHROMIUM_PATH names no file: ${process.env.CHROMIUM_PATH}` }
  console.log('No Chromium on this machine: downloading one for the tests …')
  const download = await runTool('playwright', ['install', 'chromium'])
  const downloaded = download.code === 0 ? findChromium() : null
  if (downloaded) return { path: downloaded, how: 'downloaded by Playwright' }
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.log('That failed: installing the Debian package …')
    await runCommand('apt-get', ['update', '-qq'])
    await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
    const installed = findChromium()
    if (installed) return { path: installed, how: 'installed with apt-get' }
  }
  return { path: null, how: 'no Chromium found, and none could be installed; set CHROMIUM_PATH to one' }
}

import './require-node.mjs'
import { build, isBuilt } from './build.mjs'
import { ensureChromium } from './install-chromium.mjs'
import { ensureInstalled } from './installation.mjs'
import { bestNode } from './places.mjs'
import { runCommand } from './run-command.mjs'

/** Kills browsers and servers over and over, and counts what became of the changes: `npm run test:chaos`. */
async function chaos() {
  await ensureInstalled()
  const built = isBuilt() ? null : await build()
  if (built && built.code !== 0) return built
  // What counts here is what a whole browser has on disk when it is killed.
  const { path, whole, how } = await ensureChromium()
  const browser = whole ?? path
  if (!browser) return { code: 1, output: how }
  const parameters = ['tests/chaos/run.ts', ...process.argv.slice(2)]
  return runCommand(bestNode(), parameters, { live: true, env: { CHROMIUM_PATH: browser } })
}

const { code, output } = await chaos()
if (code !== 0 && output) console.error(output.trim())
process.exitCode = code

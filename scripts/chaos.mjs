import './require-node.mjs'
import { build, isBuilt } from './build.mjs'
import { ensureChromium } from './install-chromium.mjs'
import { ensureInstalled } from './installation.mjs'
import { bestNode } from './places.mjs'
import { runCommand } from './run-command.mjs'

/** Kills browsers and servers repeatedly and counts how the changes ended: `npm run test:chaos`. */
async function chaos() {
  await ensureInstalled()
  const built = isBuilt() ? null : await build()
  if (built && built.code !== 0) return built
  // The full browser, because this test is about the data on its disk when it is killed.
  const { path, full, how } = await ensureChromium()
  const browser = full ?? path
  if (!browser) return { code: 1, output: how }
  const parameters = ['tests/chaos/run.ts', ...process.argv.slice(2)]
  return runCommand(bestNode(), parameters, { live: true, env: { CHROMIUM_PATH: browser } })
}

const { code, output } = await chaos()
if (code !== 0 && output) console.error(output.trim())
process.exitCode = code

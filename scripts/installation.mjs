import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinary, root } from './places.mjs'
import { runCommand } from './run-command.mjs'

/** @returns {Record<string, { version?: string, optional?: boolean, peer?: boolean, link?: boolean }>} */
function packagesIn(/** @type {string} */ file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/**
 * Whether what package-lock.json names is installed, each in its version. It compares the lock with npm's own record
 * of what it installed, so an install made by hand counts too.
 */
export function isInstalled(folder = root, node = nodeBinary) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record) || !existsSync(node)) return false
  const installed = packagesIn(record)
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(
    ([path, wanted]) => path === '' || wanted.optional || wanted.link || installed[path]?.version === wanted.version,
  )
}

/** Installs exactly what package-lock.json says, if it is not there yet. Ends the process when npm can't. */
export async function ensureInstalled() {
  if (isInstalled()) return
  // Behind a link lies another checkout's installation: npm would empty that one.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      'node_modules is a link, and what it leads to is not what package-lock.json says. Remove the link first.',
    )
    process.exit(1)
  }
  console.log('Installing packages (once; about half a minute) …')
  const { code, output } = await runCommand('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code === 0 && existsSync(nodeBinary)) return
  console.error(output.trim())
  console.error('The packages could not be installed: see the lines above. Is the package registry within reach?')
  process.exit(1)
}

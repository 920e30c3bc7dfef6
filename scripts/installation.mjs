import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinary, root } from './places.mjs'
import { runCommand } from './run-command.mjs'

/** @returns {Record<string, { version?: string, optional?: boolean, peer?: boolean, link?: boolean }>} */
function packagesIn(/** @type {string} */ file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/**
 * Whether all packages of package-lock.json are installed in their locked versions. Compares the lock with npm's own
 * record of the installed packages, so a manual install counts too.
 */
export function isInstalled(folder = root, node = nodeBinary) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record) || !existsSync(node)) return false
  const installed = packagesIn(record)
  return Object.entries(packagesIn(join(folder, 'package-lock.json'))).every(
    ([path, wanted]) => path === '' || wanted.optional || wanted.link || installed[path]?.version === wanted.version,
  )
}

/** Installs the exact packages of package-lock.json, if they are missing. Exits the process when npm fails. */
export async function ensureInstalled() {
  if (isInstalled()) return
  // A link leads to another checkout's packages, which npm would delete.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      'node_modules is a link, and the linked packages differ from package-lock.json. Remove the link first.',
    )
    process.exit(1)
  }
  console.log('Installing packages (once; about half a minute) …')
  const { code, output } = await runCommand('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (code === 0 && existsSync(nodeBinary)) return
  console.error(output.trim())
  console.error(
    'The packages could not be installed: see the lines above. Can this machine reach the package registry?',
  )
  process.exit(1)
}

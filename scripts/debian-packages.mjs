import { runCommand } from './run-command.mjs'

/** Short timeouts, so that a machine without a network fails soon. */
const SHORT_TIMEOUTS = ['http', 'https'].flatMap((way) => ['-o', `Acquire::${way}::Timeout=10`])

/** The functions of this machine that are used here. Tests pass replacements. */
export const packagesOfThisMachine = {
  isRoot: process.platform === 'linux' && process.getuid?.() === 0,
  apt: (/** @type {readonly string[]} */ ...parameters) =>
    runCommand('apt-get', [...SHORT_TIMEOUTS, '-o', 'Acquire::Retries=0', ...parameters], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    }),
  say: (/** @type {string} */ line) => console.log(line),
}

/**
 * Installs Debian packages, if this process is root and the machine has apt.
 * @param {typeof packagesOfThisMachine} machine
 * @param {readonly string[]} names
 * @returns {Promise<boolean>} whether the packages were installed
 */
export async function installPackages({ isRoot, apt, say }, ...names) {
  if (!isRoot) return false
  const update = await apt('update', '-qq')
  // Program not found: not a Debian system.
  if (update.code === 127) return false
  say(`Trying ${names.join(' and ')} from the Debian packages …`)
  return (await apt('install', '-y', '-qq', '--no-install-recommends', ...names)).code === 0
}

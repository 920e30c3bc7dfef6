import { runCommand } from './run-command.mjs'

/** A machine without a network of its own shall say so soon. */
const SOON = ['http', 'https'].flatMap((way) => ['-o', `Acquire::${way}::Timeout=10`])

/** What is asked of a machine here, so that tests can hand in another. */
export const packagesOfThisMachine = {
  isRoot: process.platform === 'linux' && process.getuid?.() === 0,
  apt: (/** @type {readonly string[]} */ ...parameters) =>
    runCommand('apt-get', [...SOON, '-o', 'Acquire::Retries=0', ...parameters], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    }),
  say: (/** @type {string} */ line) => console.log(line),
}

/**
 * Installs Debian's packages when this process may.
 * @param {typeof packagesOfThisMachine} machine
 * @param {readonly string[]} names
 * @returns {Promise<boolean>} whether it did
 */
export async function installPackages({ isRoot, apt, say }, ...names) {
  if (!isRoot) return false
  const update = await apt('update', '-qq')
  // No such program: another kind of Linux.
  if (update.code === 127) return false
  say(`Trying ${names.join(' and ')} from the Debian packages …`)
  return (await apt('install', '-y', '-qq', '--no-install-recommends', ...names)).code === 0
}

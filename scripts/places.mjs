import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's root folder, absolute. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const isWindows = process.platform === 'win32'

/** The project's own Node, installed with its packages. The server, the tests and the tools run on it. */
export const nodeBinary = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')

/**
 * The project's own Node, or the running one when that is missing: before the install, or without a binary for this
 * system.
 */
export function bestNode() {
  return existsSync(nodeBinary) ? nodeBinary : process.execPath
}

/**
 * The environment for tools: the project's own programs are first on the PATH.
 * @param {Record<string, string | undefined>} [more] additional variables; `undefined` removes a variable
 */
export function toolEnvironment(more = {}) {
  const separator = isWindows ? ';' : ':'
  const path = [dirname(nodeBinary), join(root, 'node_modules', '.bin'), process.env.PATH].join(separator)
  const all = { ...process.env, PATH: path, ...more }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

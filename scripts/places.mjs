import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's root folder, absolute. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const isWindows = process.platform === 'win32'

/** The Node of the project, installed with its packages; the server, the tests and the tools run on it. */
export const nodeBinary = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')

/** The Node that runs now when the project's own is missing: before the install, and where it has no binary. */
export function bestNode() {
  return existsSync(nodeBinary) ? nodeBinary : process.execPath
}

/**
 * The environment in which tools run: the project's own programs come first on the path.
 * @param {Record<string, string | undefined>} [more] variables set on top; `undefined` removes one
 */
export function toolEnvironment(more = {}) {
  const separator = isWindows ? ';' : ':'
  const path = [dirname(nodeBinary), join(root, 'node_modules', '.bin'), process.env.PATH].join(separator)
  const all = { ...process.env, PATH: path, ...more }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

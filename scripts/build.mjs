import './require-node.mjs'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { keepAssets } from './build/kept-assets.mjs'
import { KEYS } from './build/page-parts.mjs'
import { precompress } from './build/precompress.mjs'
import { routePreloads } from './build/route-preloads.mjs'
import { sourceHash } from './build/source-hash.mjs'
import { ensureInstalled } from './installation.mjs'
import { root } from './places.mjs'
import { isRunning, runTool } from './run-command.mjs'

const dist = join(root, 'dist')
const app = join(dist, 'app')
// Named after this process, so that two simultaneous builds don't write into the same folder.
const next = join(dist, `next-${process.pid}`)
const stamp = join(dist, 'built-from')
/** Vite's map from sources to built files. It is next to the app's folder, because the server must not serve it. */
export const buildManifest = join(dist, 'build-manifest.json')

/** Whether the built app matches the current sources. */
export function isBuilt() {
  return existsSync(stamp) && existsSync(join(app, 'index.html')) && readFileSync(stamp, 'utf8') === sourceHash()
}

/** Removes the folders of interrupted builds. */
function removeLeftovers() {
  for (const name of existsSync(dist) ? readdirSync(dist) : []) {
    const [, id] = name.match(/^(?:next|last)-(\d+)$/) ?? []
    if (id === undefined || (Number(id) !== process.pid && isRunning(Number(id)))) continue
    rmSync(join(dist, name), { recursive: true, force: true })
  }
}

/** Replaces the previous build, which stays complete until then, with the finished one. */
function swap(/** @type {string} */ hash) {
  const last = join(dist, `last-${process.pid}`)
  rmSync(last, { recursive: true, force: true })
  if (existsSync(app)) renameSync(app, last)
  renameSync(next, app)
  rmSync(last, { recursive: true, force: true })
  writeFileSync(stamp, hash)
}

/** Writes the files that each page needs, from the new build's manifest. Returns the problem, or null. */
function writePreloads() {
  const written = join(next, 'build-manifest.json')
  const tree = readFileSync(join(root, 'src', 'route-tree.gen.ts'), 'utf8')
  try {
    const preloads = routePreloads(JSON.parse(readFileSync(written, 'utf8')), tree, [KEYS])
    writeFileSync(join(next, 'route-preloads.json'), `${JSON.stringify(preloads, null, 2)}\n`)
  } catch (error) {
    return `The built files are wrong: ${error instanceof Error ? error.message : error}`
  }
  cpSync(written, buildManifest)
  rmSync(written)
  return null
}

/**
 * Builds the app into dist/app, with the preloads of pages, compressed copies, and the assets of earlier builds.
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function build() {
  const hash = sourceHash()
  removeLeftovers()
  const { code, output } = await runTool('vite', ['build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'])
  const problem = code === 0 ? writePreloads() : output
  if (problem !== null) {
    rmSync(next, { recursive: true, force: true })
    return { code: code || 1, output: problem }
  }
  await precompress(next)
  keepAssets(app, next, Date.now())
  swap(hash)
  return { code: 0, output }
}

/** Builds when the sources have changed since the last build. Exits the process when the build fails. */
export async function ensureBuilt() {
  if (isBuilt()) return
  console.log('Building the app …')
  const { code, output } = await build()
  if (code === 0) return
  console.error(output.trim())
  console.error('The app could not be built: see the lines above.')
  process.exit(1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled()
  const { code, output } = await build()
  process.stdout.write(output)
  process.exitCode = code
}

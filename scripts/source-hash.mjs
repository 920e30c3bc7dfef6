import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.mjs'

/** What the built app is made of. Contents decide, not dates: a checkout touches dates. */
const SOURCES = [
  'contract',
  'index.html',
  'package-lock.json',
  'postcss.config.mjs',
  'public',
  'scripts/basemap-cities.ts',
  'scripts/basemap-data.ts',
  'scripts/basemap-plugin.ts',
  'scripts/build.mjs',
  'scripts/chunk-groups.ts',
  'scripts/first-script.ts',
  'scripts/focus-by-key.mjs',
  'scripts/indexed-png.ts',
  'scripts/kept-assets.mjs',
  'scripts/module-kinds.ts',
  'scripts/page-graph.ts',
  'scripts/page-parts.mjs',
  'scripts/precompress.mjs',
  'scripts/route-preloads.mjs',
  'scripts/startup-images.ts',
  'scripts/state-codes.ts',
  'scripts/web-manifest.ts',
  'scripts/without-summaries.ts',
  // The basemap shows the roads of the simulator.
  'server/demo/roads',
  'src',
  'sw',
  'tsconfig.json',
  'vite.config.ts',
]
/** Whether a file, by its path from the root, is one of which the built app is made. */
export const isSource = (/** @type {string} */ path) =>
  SOURCES.some((source) => path === source || path.startsWith(`${source}/`))

/** Written by the build itself. */
const GENERATED = 'route-tree.gen.ts'

/** @returns {string[]} paths relative to `folder`, sorted */
function filesUnder(/** @type {string} */ folder, /** @type {string} */ path) {
  const stats = statSync(join(folder, path), { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [path]
  return readdirSync(join(folder, path))
    .sort()
    .flatMap((name) => filesUnder(folder, `${path}/${name}`))
}

/** One text that changes when any source of the app does. */
export function sourceHash(folder = root) {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => filesUnder(folder, source))) {
    if (path.endsWith(GENERATED)) continue
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(folder, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

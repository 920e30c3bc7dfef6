import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../places.mjs'

/** The sources of the built app. Their contents are compared, not their dates, because a checkout changes the dates. */
const SOURCES = [
  'contract',
  'index.html',
  'package-lock.json',
  'postcss.config.mjs',
  'public',
  'scripts/build/basemap-cities.ts',
  'scripts/build/basemap-data.ts',
  'scripts/build/basemap-plugin.ts',
  'scripts/build.mjs',
  'scripts/build/bundle-script.ts',
  'scripts/build/chunk-groups.ts',
  'scripts/build/first-script.ts',
  'scripts/build/focus-by-key.mjs',
  'scripts/build/indexed-png.ts',
  'scripts/build/kept-assets.mjs',
  'scripts/build/late-changes.ts',
  'scripts/build/module-kinds.ts',
  'scripts/build/page-graph.ts',
  'scripts/build/page-parts.mjs',
  'scripts/build/precompress.mjs',
  'scripts/build/route-preloads.mjs',
  'scripts/build/sender-script.ts',
  'scripts/build/startup-images.ts',
  'scripts/build/state-codes.ts',
  'scripts/build/web-manifest.ts',
  'scripts/build/without-summaries.ts',
  // The basemap shows the roads of the simulator.
  'server/demo/roads',
  'src',
  'sw',
  'tsconfig.json',
  'vite.config.ts',
]
/** Whether a file is a source of the built app; `path` from the root. */
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

/** A hash that changes when any source of the app changes. */
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

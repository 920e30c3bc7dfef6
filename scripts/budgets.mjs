import './require-node.mjs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EVERY_PAGE_PARTS, OUTBOX_PARTS } from './build/page-parts.mjs'
import { brotli } from './build/precompress.mjs'
import { entryAssets, partAssets } from './build/route-preloads.mjs'
import { root } from './places.mjs'

const dist = join(root, 'dist')
const kB = 1000

/**
 * The most bytes (brotli) that the browser must load before a page is usable, without the service worker's own fetches.
 * `over`: counts only files that this other page has not loaded already. `later`: also counts the files of these parts,
 * which every page loads on its own afterward.
 */
const BUDGETS = [
  { page: '/login', kind: 'js', most: 165 * kB },
  { page: '/login', kind: 'js', most: 190 * kB, later: Object.keys(EVERY_PAGE_PARTS) },
  { page: '/login', kind: 'css', most: 12 * kB },
  // All code before the list: the journey "first-screen" verifies that a page requests no other file before its rows.
  { page: '/drivers', kind: 'all', most: 278 * kB },
  { page: '/drivers', kind: 'js', most: 260 * kB },
  // Includes the keys (1 kB), which a device without keys needs before its rows.
  { page: '/drivers', kind: 'js', most: 336 * kB, later: Object.keys({ ...EVERY_PAGE_PARTS, ...OUTBOX_PARTS }) },
  { page: '/drivers', kind: 'css', most: 18 * kB },
  { page: '/dispatchers', over: '/drivers', kind: 'all', most: 25 * kB },
  { page: '/schedule', over: '/drivers', kind: 'all', most: 25 * kB },
  { page: '/trucks', over: '/drivers', kind: 'all', most: 25 * kB },
  { page: '/maintenance', over: '/drivers', kind: 'all', most: 25 * kB },
  { page: '/map', over: '/drivers', kind: 'all', most: 60 * kB },
  { page: '/', over: '/drivers', kind: 'all', most: 35 * kB },
]
const PRECACHE = 1300 * kB

const sizes = new Map()
/** The size of a built file as the server sends it, in bytes; `path` from the site's root. */
async function sizeOf(/** @type {string} */ path) {
  const bytes = readFileSync(join(dist, 'app', path))
  if (!sizes.has(path)) sizes.set(path, /\.(?:png|woff2|jpg)$/.test(path) ? bytes.length : (await brotli(bytes)).length)
  return sizes.get(path)
}

async function sum(/** @type {Iterable<string>} */ paths) {
  let total = 0
  for (const path of paths) total += await sizeOf(path)
  return total
}

function filesOf({ preloads, entry }, page, kind) {
  const own = preloads[page]
  if (!own) throw new Error(`the app has no page "${page}"`)
  const kinds = kind === 'all' ? ['js', 'css'] : [kind]
  return new Set(kinds.flatMap((one) => [...entry[one], ...own[one]]))
}

/** @returns {{ text: string, bytes: number, most: number }} */
function line(/** @type {string} */ name, /** @type {number} */ bytes, /** @type {number} */ most) {
  const share = `${(bytes / kB).toFixed(1).padStart(7)} of ${(most / kB).toFixed(0).padStart(4)} kB`
  return { text: `${bytes > most ? '✗' : '✓'} ${name.padEnd(28)} ${share}`, bytes, most }
}

/** Each budget and how much of it the last build uses. */
export async function budgetLines() {
  const preloads = JSON.parse(readFileSync(join(dist, 'app', 'route-preloads.json'), 'utf8'))
  const manifest = JSON.parse(readFileSync(join(dist, 'build-manifest.json'), 'utf8'))
  const entry = entryAssets(manifest)
  const site = { preloads, entry }
  const lines = []
  for (const { page, kind, most, over, later } of BUDGETS) {
    const before = over ? filesOf(site, over, kind) : new Set()
    const all = new Set([...filesOf(site, page, kind), ...(later ? partAssets(manifest, later)[kind] : [])])
    const files = [...all].filter((file) => !before.has(file))
    lines.push(line(`${page} ${kind}${over ? ` over ${over}` : ''}${later ? ', later' : ''}`, await sum(files), most))
  }
  const worker = readFileSync(join(dist, 'app', 'sw.js'), 'utf8')
  const precached = new Set(
    [...worker.matchAll(/url:\s*"([^"]+)"|"url":\s*"([^"]+)"/g)].map(([, a, b]) => `/${a ?? b}`),
  )
  if (precached.size < 3) throw new Error('the service worker lists nothing to precache')
  const precache = await sum(precached)
  checkStatedSize(precache)
  return [...lines, line('whole precache', precache, PRECACHE)]
}

/** The app tells users the size of its files before it saves them. Throws when that is off by more than a tenth. */
function checkStatedSize(/** @type {number} */ bytes) {
  const source = readFileSync(join(root, 'src/app/install/app-files.ts'), 'utf8')
  const stated = Number(/APP_BYTES = ([\d_]+)/.exec(source)?.[1]?.replaceAll('_', ''))
  if (!(Math.abs(stated - bytes) <= bytes / 10))
    throw new Error(`APP_BYTES in src/app/install/app-files.ts says ${stated}, but the app's files have ${bytes} bytes`)
}

/** @template {{ bytes: number, most: number }} L @param {readonly L[]} lines */
export const overBudget = (lines) => lines.filter((one) => one.bytes > one.most)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lines = await budgetLines()
  for (const { text } of lines) console.log(text)
  process.exitCode = overBudget(lines).length > 0 ? 1 : 0
}

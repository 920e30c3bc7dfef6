/**
 * Finds the built files that each page of the app needs, from the router's generated tree and Vite's manifest.
 * @typedef {{ file: string, name?: string, css?: string[], imports?: string[], dynamicImports?: string[], isEntry?:
 *   boolean }} Chunk
 * @typedef {Record<string, Chunk>} BuildManifest
 * @typedef {{ js: string[], css: string[] }} Assets paths from the site's root, as `/assets/…`
 * @typedef {Assets & { needsSession?: true }} PageAssets `needsSession`: the page is shown only to signed-in users
 */

const ENTRY = 'index.html'
/** The page that the service worker stores and responds with to every address of the app. */
const STORED_PAGE = '/index.html'
/** The route of a layout, which has no path of its own: `src/routes/_app`. */
const LAYOUT = /\/_[^_./][^./]*$/

/**
 * The routes of the generated tree.
 * @param {string} tree the text of route-tree.gen.ts
 * @returns {{ path: string, files: string[] }[]} `path` in the router's notation (`/drivers/$id`); `files` from the
 *   root route down to the page's route, as `src/routes/…` without an extension
 */
export function routesIn(tree) {
  const fileOf = new Map(
    [...tree.matchAll(/import \{ Route as (\w+)Import \} from '\.\/(routes\/[^']+)'/g)].map(([, name, file]) => [
      name,
      `src/${file}`,
    ]),
  )
  const routes = new Map(
    [...tree.matchAll(/const (\w+) = \w+Import\s*\.update\(\{(.*?)getParentRoute: \(\) => (\w+),/gs)].map(
      ([, name = '', body = '', parent = '']) => [name, { parent, part: body.match(/path: '([^']*)'/)?.[1] ?? null }],
    ),
  )
  return [...routes.keys()].map((name) => {
    const parts = []
    const files = []
    for (let at = name; routes.has(at); at = routes.get(at)?.parent ?? '') {
      parts.unshift(routes.get(at)?.part ?? '')
      files.unshift(fileOf.get(at))
    }
    const path = parts.map((part) => part.replace(/^\/|\/$/g, '')).filter(Boolean)
    return {
      path: `/${path.join('/')}`,
      files: [fileOf.get('rootRoute'), ...files].filter((file) => file !== undefined),
    }
  })
}

/**
 * A chunk and all its static imports, the chunk itself last. Throws when chunks import each other, because the order in
 * which their modules run would be undefined.
 * @param {BuildManifest} manifest
 * @param {string} key
 * @param {readonly string[]} [above] the chunks that led here
 */
function closure(manifest, key, seen = new Set(), above = []) {
  if (above.includes(key)) throw new Error(`built files import each other: ${[...above, key].join(' → ')}`)
  if (seen.has(key) || !manifest[key]) return seen
  for (const one of manifest[key].imports ?? []) closure(manifest, one, seen, [...above, key])
  return seen.add(key)
}

/** @returns {Assets} */
function assetsOf(/** @type {BuildManifest} */ manifest, /** @type {Iterable<string>} */ keys) {
  const js = new Set()
  const css = new Set()
  for (const key of keys) {
    js.add(`/${manifest[key]?.file}`)
    for (const sheet of manifest[key]?.css ?? []) css.add(`/${sheet}`)
  }
  return { js: [...js], css: [...css] }
}

/** The assets that index.html itself loads. @returns {Assets} */
export function entryAssets(/** @type {BuildManifest} */ manifest) {
  return assetsOf(manifest, closure(manifest, ENTRY))
}

/** The keys of parts in the manifest, by the bundler's names of their files. Throws when the app has no such part. */
function partKeys(/** @type {BuildManifest} */ manifest, /** @type {readonly string[]} */ names) {
  return names.map((name) => {
    const key = Object.keys(manifest).find((one) => manifest[one]?.name === name)
    if (key === undefined) throw new Error(`the app has no part "${name}"`)
    return key
  })
}

/**
 * The assets of parts that pages load on their own. Throws when the app has no such part.
 * @param {BuildManifest} manifest
 * @param {readonly string[]} names the bundler's names of the parts' files
 * @returns {Assets}
 */
export function partAssets(manifest, names) {
  return assetsOf(manifest, new Set(partKeys(manifest, names).flatMap((key) => [...closure(manifest, key)])))
}

/**
 * The assets that each page needs in addition to index.html. The stored page gets only the assets that all pages of the
 * layout need, because it is used for every address. Throws when any built files import each other.
 * @param {BuildManifest} manifest
 * @param {string} tree the text of route-tree.gen.ts
 * @param {readonly string[]} [sessionParts] the parts that a page needs before its data on a device that knows no user.
 *   The stored page is for devices that know theirs.
 * @returns {Record<string, PageAssets>} by route path, and by the path of the stored page
 */
export function routePreloads(manifest, tree, sessionParts = []) {
  for (const key of Object.keys(manifest)) closure(manifest, key)
  const first = new Set(closure(manifest, ENTRY))
  /** @type {Record<string, PageAssets>} */
  const preloads = {}
  for (const { path, files } of routesIn(tree)) {
    const chunks = Object.keys(manifest).filter((key) => files.includes(key.replace(/\.tsx?\?tsr-split=.*$/, '')))
    const shown = chunks.filter((key) => !/tsr-split=(?:error|notFound|pending)Component$/.test(key))
    const assetsWith = (/** @type {readonly string[]} */ more) =>
      assetsOf(
        manifest,
        // Not `Set.prototype.difference`: this runs on the user's Node, which may be 20.
        new Set([...shown, ...more].flatMap((key) => [...closure(manifest, key)].filter((file) => !first.has(file)))),
      )
    if (LAYOUT.test(files.at(-1) ?? '')) preloads[STORED_PAGE] = assetsWith([])
    // The pages of the layout are exactly the pages that need a session.
    else if (files.some((file) => LAYOUT.test(file)))
      preloads[path] = { ...assetsWith(partKeys(manifest, sessionParts)), needsSession: true }
    else preloads[path] = assetsWith([])
  }
  return preloads
}

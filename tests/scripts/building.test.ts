import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepAssets } from '#scripts/build/kept-assets.mjs'
import { precompress } from '#scripts/build/precompress.mjs'
import { isSource, sourceHash } from '#scripts/build/source-hash.mjs'
import { isInstalled } from '#scripts/installation.mjs'
import { importGraph } from '#scripts/testing/selection/import-graph.ts'

const DAY = 86_400_000
let place = ''
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'haulyard-build-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

function write(path: string, text: string): string {
  const file = join(place, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

describe('assets of earlier builds', () => {
  const keep = (last: string, next: string, now: number) => keepAssets(join(place, last), join(place, next), now)

  it('are kept for open pages of the version before', () => {
    write('one/assets/drivers-old.js', 'old')
    write('two/assets/drivers-new.js', 'new')
    expect(keep('one', 'two', 0)).toBe(1)
    expect(readFileSync(join(place, 'two/assets/drivers-old.js'), 'utf8')).toBe('old')
  })

  it('are removed 30 days after a build last used them, regardless of builds in between', () => {
    write('one/assets/drivers-old.js', 'old')
    write('two/assets/drivers-new.js', 'new')
    keep('one', 'two', 0)
    write('three/assets/drivers-new.js', 'new')
    keep('two', 'three', 29 * DAY)
    expect(existsSync(join(place, 'three/assets/drivers-old.js'))).toBe(true)
    write('four/assets/drivers-new.js', 'new')
    keep('three', 'four', 31 * DAY)
    expect(existsSync(join(place, 'four/assets/drivers-old.js'))).toBe(false)
  })

  it('do not exist at the first build', () => {
    write('one/assets/drivers.js', 'new')
    expect(keep('none', 'one', 0)).toBe(0)
  })
})

/** Scripts that start the build or locate its folders. They do not affect what is built. */
const STARTS_THE_BUILD = new Set(
  ['installation', 'places', 'require-node', 'run-command', 'build/source-hash'].map((name) => `scripts/${name}.mjs`),
)

describe('a rebuild', () => {
  it('is needed when a source’s content changes, not when only its date changes', () => {
    const file = write('src/main.tsx', 'one')
    const before = sourceHash(place)
    utimesSync(file, 0, 0)
    expect(sourceHash(place)).toBe(before)
    write('src/main.tsx', 'two')
    expect(sourceHash(place)).not.toBe(before)
  })

  it('is needed when a file changes that the build or the app imports', () => {
    const graph = importGraph()
    const ofApp = [...graph.files].filter((path) => /^(?:src|sw)\//.test(path))
    const reached = new Set(['vite.config.ts', 'scripts/build.mjs', ...ofApp])
    for (const path of reached) for (const imported of graph.importsOf(path).runs) reached.add(imported)
    expect(reached.size).toBeGreaterThan(1000)
    expect([...reached].filter((path) => !isSource(path) && !STARTS_THE_BUILD.has(path))).toEqual([])
  })

  it('is not needed for files that the build itself writes', () => {
    write('src/main.tsx', 'one')
    const before = sourceHash(place)
    write('src/route-tree.gen.ts', 'made')
    expect(sourceHash(place)).toBe(before)
  })
})

describe('a reinstall', () => {
  const lock = (packages: unknown) => JSON.stringify({ packages })
  const installed = (now: unknown, wanted: unknown) => {
    write('node_modules/.package-lock.json', lock(now))
    write('package-lock.json', lock(wanted))
    return isInstalled(place, write('node', ''))
  }

  it('is needed when a package is missing or has another version', () => {
    const wanted = { '': {}, 'node_modules/idb': { version: '8.0.4' } }
    expect(installed({}, wanted)).toBe(false)
    expect(installed({ 'node_modules/idb': { version: '8.0.3' } }, wanted)).toBe(false)
  })

  it('is needed when the runtime itself is missing', () => {
    installed({}, {})
    expect(isInstalled(place, join(place, 'nowhere'))).toBe(false)
  })

  it('is not needed for packages of other systems', () => {
    const wanted = {
      'node_modules/idb': { version: '8.0.4' },
      'node_modules/mac-only': { version: '1.0.0', optional: true },
    }
    expect(installed({ 'node_modules/idb': { version: '8.0.4' } }, wanted)).toBe(true)
  })
})

it('text files are compressed by the build, pictures are not', async () => {
  const text = 'a driver '.repeat(50)
  write('app/assets/main.js', text)
  write('app/icons/icon.png', 'not really')
  await precompress(join(place, 'app'))
  expect(brotliDecompressSync(readFileSync(join(place, 'app/assets/main.js.br'))).toString()).toBe(text)
  expect(gunzipSync(readFileSync(join(place, 'app/assets/main.js.gz'))).toString()).toBe(text)
  expect(existsSync(join(place, 'app/icons/icon.png.br'))).toBe(false)
})

import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectCopy } from '#tests/support/project-copy.ts'

/** The fields of the how-to's example command: four, one of them a day. */
const FIELDS = ['card_number:text', 'vendor:text', 'note:text?', 'expires:day']
const MAX_FILES = 14
const MAX_LINES = 450
const MAX_EDITED = 3
const WORDS = ['none', 'one', 'two', 'three']
/** The tests that every area must pass: registration, stored changes, access, tables, test selection. */
const GENERIC = [
  'tests/contract',
  'tests/docs',
  'tests/scripts/testing/rows.test.ts',
  'tests/server/changed-areas',
  'tests/server/db/record-tables.test.ts',
  'tests/server/db/stored-columns.test.ts',
  'tests/server/http/access-table.test.ts',
  'tests/server/http/every-call.test.ts',
  'tests/server/modules/fuel-cards',
  'tests/server/modules/route-modules.test.ts',
  'tests/src/app',
  'tests/src/areas/kept-entries.test.ts',
  'tests/src/areas/typed-again.test.ts',
]
/** Enough for a build, all static checks and these tests on a busy machine. */
const MAX_MS = 900_000
let site = ''
let printedPaths: readonly string[] = []

/** Runs a Node script in the copy and returns its output. Rejects with the output when the script fails. */
function run(...args: readonly string[]): Promise<string> {
  const { DATABASE_URL: _, ...env } = process.env
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: site, env, maxBuffer: 2 ** 26 }, (error, out, problems) => {
      if (error) reject(new Error(`node ${args.join(' ')}\n${out}\n${problems}`))
      else resolve(out)
    })
  })
}

beforeAll(async () => {
  site = projectCopy()
  const printed = await run('scripts/new.ts', 'area', 'fuel-cards', ...FIELDS)
  printedPaths = printed.split('\n\n')[0]?.split('\n') ?? []
}, MAX_MS)
afterAll(() => rmSync(site, { recursive: true, force: true }))

test('a new area has at most 14 product files with 450 lines, edits at most three files, and README has the exact counts', () => {
  const product = printedPaths.filter((path) => /^(?:contract|src|server|sw)\//.test(path))
  const edited = product.filter((path) => existsSync(path))
  const own = product.filter((path) => !existsSync(path))
  const lines = own.flatMap((path) => readFileSync(join(site, path), 'utf8').trimEnd().split('\n'))
  expect(own.length).toBeGreaterThan(10)
  const readme = readFileSync('README.md', 'utf8').replaceAll(/\s+/g, ' ')
  const [claim] = /writes \d+ files of \d+ lines, and adds lines to \w+/.exec(readme) ?? []
  expect(claim).toBe(`writes ${own.length} files of ${lines.length} lines, and adds lines to ${WORDS[edited.length]}`)
  expect(own.length).toBeLessThanOrEqual(MAX_FILES)
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES)
  expect(edited.length).toBeLessThanOrEqual(MAX_EDITED)
})

test(
  'a new area builds and passes every check and every test that applies to all areas',
  async () => {
    // The build adds the page to the route tree.
    await run('scripts/build.mjs')
    await run('scripts/test.mjs', '--checks')
    await run(
      'node_modules/vitest/vitest.mjs',
      'run',
      ...['unit', 'alone', 'server'].flatMap((one) => ['--project', one]),
      ...GENERIC,
    )
  },
  MAX_MS,
)

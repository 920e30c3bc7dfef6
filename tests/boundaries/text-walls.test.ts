import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { longFiles } from '#scripts/long-files.mjs'
import { breachesOfText, TEXT_WALLS } from '#scripts/text-walls.mjs'
import { wideFolders } from '#scripts/wide-folders.mjs'

const PLANTED: Readonly<Record<string, readonly [path: string, line: string]>> = {
  'sql-in-repositories': ['server/modules/trucks/truck-service.ts', "await sql.query('trucks.all', 'select 1')"],
  'emails-folded-alike': ['server/modules/users/user-repository.ts', 'from users u where lower(u.email) = lower($1)'],
  'no-inline-type-imports': ['src/areas/trucks/card.ts', "type Row = import('../drivers/row.ts').Row"],
  'clicks-are-mouse-events': [
    'src/areas/trucks/card.tsx',
    'if (event.nativeEvent instanceof window.PointerEvent) open()',
  ],
  'names-that-say-something': ['src/app/date-utils.ts', 'export const there = true'],
  'locks-in-one-place': ['src/offline/prefetch/prefetch-run.ts', "await navigator.locks.request('yard', work)"],
  'clipboard-in-one-place': ['src/areas/trucks/card.tsx', 'await navigator.clipboard.writeText(vin)'],
  'asks-in-one-place': ['src/areas/trucks/truck-queries.ts', "const answer = await fetch('/api/trucks/')"],
  'days-of-our-own': ['src/form/fields/date-field.tsx', '<TextInput type="date" />'],
  'years-in-full': ['src/format/calendar.ts', 'return new Date(year ?? 0, (month ?? 1) - 1, date ?? 1, 12)'],
  'one-clock': ['src/areas/trucks/card.ts', 'const today = chicagoDay(Date.now())'],
  'kept-by-no-cache': ['server/http/files/serve-bytes.ts', "reply.header('cache-control', 'max-age=60')"],
  'nothing-in-clear': ['src/areas/trucks/last-truck.ts', "writeItem('local', 'haulyard:last-truck', truck.plate)"],
  'owner-before-batch': ['src/areas/trucks/acts.ts', "const { sell } = await import('./sell-commands.ts')"],
  'patient-tests': ['tests/src/app/dates.test.ts', 'await vi.waitFor(() => expect(asked).toBe(1))'],
  'page-in-own-process': ['tests/src/app/frame.test.ts', "vi.stubGlobal('document', frame.document)"],
  'plain-words': ['src/areas/trucks/card.ts', '// Whoever may see this truck, and those that there are.'],
  'american-spelling': ['docs/how-to/add-a-truck.md', 'Choose the colour of the truck.'],
}
const INNOCENT: readonly (readonly [path: string, line: string])[] = [
  ['server/modules/trucks/truck-repository.ts', "await sql.query('trucks.all', 'select 1')"],
  ['server/modules/trucks/truck-routes.ts', 'const { query } = request.query'],
  ['src/browser/web-lock.ts', "await locks.request('yard', work)"],
  ['server/http/files/static-files.ts', "reply.header('cache-control', 'no-cache')"],
  ['src/api/fetch-verified.ts', 'const response = await fetch(url, init)'],
  ['src/offline/reading/load-more.ts', 'await entry.fetch()'],
  ['src/areas/trucks/card.ts', 'const day = chicagoDay(new Date(row.made_at))'],
  ['src/list/density.ts', "writeItem('local', keyOf(userId), density)"],
  ['src/areas/trucks/acts.ts', "await submitAllWithUndo(import('./sell-commands.ts').then(sold))"],
  ['docs/how-to/add-a-truck.md', '`await vi.waitFor()` is not a rule for pages.'],
  ['contract/wire/access.ts', "/** `nobody`: no sign-in. */ type Need = { need: 'nobody' }"],
  ['contract/units/trucks.ts', '  licence_plate: z.string(), // aria-labelledby'],
  ['src/routes/index.tsx', "const Map = await import('./map.tsx')"],
]
let site = ''

beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'haulyard-text-'))
})
afterEach(() => rmSync(site, { recursive: true, force: true }))

function write([path, line]: readonly [string, string]): void {
  mkdirSync(dirname(join(site, path)), { recursive: true })
  writeFileSync(join(site, path), `${line}\n`)
}

describe('the walls in the text', () => {
  it('have one planted breach each', () => {
    expect(Object.keys(PLANTED)).toEqual(TEXT_WALLS.map((wall) => wall.name))
  })

  it.each(Object.entries(PLANTED))('report a breach of %s', (name, breach) => {
    write(breach)
    expect(breachesOfText(site)).toEqual([expect.stringContaining(`${breach[0]}:1 ${name}`)])
  })

  it.each([
    ['tests/src/areas/trucks.test.ts', "test('whoever may see a truck', () => undefined)", '“whoever”'],
    ['e2e/units/trucks.spec.ts', "  it.each(TRUCKS)('is drawn anew', () => undefined)", '“anew”'],
    ['bench/trucks.ts', 'const all = trucks() // Of somebody.', '“somebody”'],
    ['server/modules/trucks/sell.ts', ' * The truck goes by itself.', '“by itself”'],
    ['docs/how-to/add-a-truck.md', 'Every truck but for the sold ones.', '“but for”'],
  ])('name the hard phrase in %s', (path, line, phrase) => {
    write([path, line])
    expect(breachesOfText(site)).toEqual([expect.stringContaining(phrase)])
  })

  it('let everything else through', () => {
    INNOCENT.forEach(write)
    expect(breachesOfText(site)).toEqual([])
  })
})

describe('the width of folders', () => {
  const fill = (folder: string, files: number) => {
    for (let at = 1; at <= files; at += 1) write([`${folder}/part-${at}.ts`, 'export const there = true'])
  }

  it('is reported above 25 files', () => {
    fill('src/areas/trucks', 26)
    expect(wideFolders(site)).toEqual([expect.stringContaining('src/areas/trucks wide-folder: It has 26 files')])
  })

  it('does not count files of subfolders, and does not apply to the corpus of stored device data', () => {
    fill('src/areas/trucks', 25)
    fill('src/areas/trucks/list', 25)
    fill('tests/src/areas/corpus', 26)
    expect(wideFolders(site)).toEqual([])
  })
})

describe('the length of files', () => {
  const code = (lines: number) => 'export {}\n'.repeat(lines)

  it('is reported above 250 lines of code, and above 400 lines in a test', () => {
    write(['src/areas/trucks/truck.ts', code(251)])
    write(['tests/src/areas/trucks/truck.test.ts', code(401)])
    expect(longFiles(site)).toEqual([
      expect.stringContaining('src/areas/trucks/truck.ts long-file: It has 251 lines of code'),
      expect.stringContaining('tests/src/areas/trucks/truck.test.ts long-file'),
    ])
  })

  it('does not count blank lines and comments', () => {
    write(['src/areas/trucks/truck.ts', `/**\n * A truck.\n */\n${code(250)}\n\n// The end.\n/* so */\n`])
    expect(longFiles(site)).toEqual([])
  })
})

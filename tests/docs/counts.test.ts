import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { AREAS } from '#contract/wire/access.ts'
import { newArea } from '#scripts/new/area.ts'
import { SETTING_NAMES } from '#server/start/config.ts'

const textOf = (page: string) => readFileSync(page, 'utf8')
/** The text of a page in one line, so that a claim can be split over two lines. */
const oneLineOf = (page: string) => textOf(page).replace(/\s+/g, ' ')
/** The number after a text in a source file. */
const numberIn = (path: string, before: string) => {
  const [, digits = ''] = new RegExp(`${before}([\\d_]+)`).exec(textOf(path)) ?? []
  return Number(digits.replaceAll('_', ''))
}
/** The number of rows in a page's first table whose first column has this header. */
function rowsUnder(page: string, head: string): number {
  const [, table = ''] =
    new RegExp(`\\n *\\| ${head} [^\\n]*\\n *\\|[-| ]+\\n((?: *\\|[^\\n]*\\n)*)`).exec(textOf(page)) ?? []
  return table.trim().split('\n').filter(Boolean).length
}

interface Claim {
  readonly page: string
  /** The claim's words, with `#` in place of the number. */
  readonly says: string
  readonly is: () => number
}

const CLAIMS: readonly Claim[] = [
  {
    page: 'CONTRIBUTING.md',
    says: 'The most: # lines of code in a file',
    is: () => numberIn('scripts/long-files.mjs', 'MAX_LINES = '),
  },
  { page: 'CONTRIBUTING.md', says: ', # in a function', is: () => numberIn('biome.json', '"maxLines": ') },
  {
    page: 'CONTRIBUTING.md',
    says: ', # files in a folder',
    is: () => numberIn('scripts/wide-folders.mjs', 'MAX_FILES = '),
  },
  {
    page: 'CONTRIBUTING.md',
    says: '`npm test` has its first # requests',
    is: () => numberIn('tests/fuzz/round.ts', 'ROUND_REQUESTS = '),
  },
  {
    page: 'CONTRIBUTING.md',
    says: 'sends # malformed requests to every call',
    is: () => numberIn('tests/fuzz/settings.ts', "'FUZZ_REQUESTS', "),
  },
  {
    page: 'README.md',
    says: '`npm run test:fuzz` sends # malformed requests',
    is: () => numberIn('tests/fuzz/settings.ts', "'FUZZ_REQUESTS', "),
  },
  { page: 'README.md', says: 'one kind of record; # have permissions of their own', is: () => AREAS.length },
  {
    page: 'README.md',
    says: '](docs/how-to/add-an-order.md) is # files',
    is: () => rowsUnder('docs/how-to/add-an-order.md', 'file'),
  },
  {
    page: 'docs/how-to/add-an-area.md',
    says: 'The command writes # files of the product',
    is: () =>
      newArea({ path: 'fuel-card', paths: 'fuel-cards' }, []).own.filter(({ path }) => !path.startsWith('tests/'))
        .length,
  },
  {
    page: 'src/offline/README.md',
    says: 'kills a browser # times',
    is: () => numberIn('tests/chaos/settings.ts', "'CHAOS_LIVES', "),
  },
  {
    page: 'src/offline/README.md',
    says: 'and a server # times',
    is: () => numberIn('tests/chaos/settings.ts', "'CHAOS_SERVER_LIVES', "),
  },
]

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const spellingsOf = (count: number) => [count.toLocaleString('en-US'), ...(WORDS[count] ? [WORDS[count]] : [])]

/** The pages that describe the current code. Decisions contain measurements from the time of the decision. */
const PAGES = ['README.md', 'CONTRIBUTING.md', 'src/offline/README.md', ...globSync('docs/how-to/add-*.md')]
/** The claim that the test of a planted area measures and compares; null if that test no longer does so. */
const MEASURED = /files of \$\{lines/.test(textOf('tests/boundaries/planted-area.test.ts'))
  ? /which writes \d+ files of \d+ lines/
  : null
/** Counts about the code in a page's text. */
const COUNTED =
  /\b(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?) (?:other |malformed |static )?(?:files|folders|lines|checks|requests|commands|modules|packages|groups)\b/g

describe('a number about the code in a page', () => {
  test.each(CLAIMS)('$page: “$says”', ({ page, says, is }) => {
    const [before = '', behind = ''] = says.split('#')
    const found = spellingsOf(is()).filter((count) => oneLineOf(page).includes(`${before}${count}${behind}`))
    expect(found, `it is ${is()}`).toHaveLength(1)
  })

  test.each(PAGES)('%s contains no count that no test checks', (page) => {
    const text = MEASURED ? oneLineOf(page).replace(MEASURED, '') : oneLineOf(page)
    const claims = CLAIMS.filter((claim) => claim.page === page).flatMap(({ says, is }) =>
      spellingsOf(is()).map((count) => says.replace('#', count)),
    )
    const counts = [...text.matchAll(COUNTED)].map(([count]) => count)
    expect(counts.filter((count) => !claims.some((claim) => claim.includes(count)))).toEqual([])
  })
})

test('every setting of the server is in README or a how-to, and README lists no unknown setting', () => {
  const [, table = ''] = /\| variable [^\n]*\n[^\n]*\n((?:\|[^\n]*\n)+)/.exec(textOf('README.md')) ?? []
  const listed = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) => cell.match(/[A-Z][A-Z_]+/g) ?? [])
  expect(listed.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
  const howTos = globSync('docs/how-to/*.md').map(textOf).join('\n')
  expect(SETTING_NAMES.filter((name) => !listed.includes(name) && !new RegExp(`\`${name}[\`=]`).test(howTos))).toEqual(
    [],
  )
})

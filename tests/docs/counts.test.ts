import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { AREAS } from '#contract/wire/access.ts'
import { newArea } from '#scripts/new/area.ts'
import { SETTING_NAMES } from '#server/start/config.ts'

const textOf = (page: string) => readFileSync(page, 'utf8')
/** The text of a page in one line, so that a claim may be broken over two. */
const flat = (page: string) => textOf(page).replace(/\s+/g, ' ')
/** The number that a source has behind a text. */
const numberIn = (path: string, before: string) => {
  const [, digits = ''] = new RegExp(`${before}([\\d_]+)`).exec(textOf(path)) ?? []
  return Number(digits.replaceAll('_', ''))
}
/** The rows of the first table of a page whose first column has this head. */
function rowsUnder(page: string, head: string): number {
  const [, table = ''] =
    new RegExp(`\\n *\\| ${head} [^\\n]*\\n *\\|[-| ]+\\n((?: *\\|[^\\n]*\\n)*)`).exec(textOf(page)) ?? []
  return table.trim().split('\n').filter(Boolean).length
}

interface Claim {
  readonly page: string
  /** The words around the number, which is `#` here. */
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
const written = (count: number) => [count.toLocaleString('en-US'), ...(WORDS[count] ? [WORDS[count]] : [])]

/** The pages that say how the code is, today. Decisions tell what was measured when they were made. */
const PAGES = ['README.md', 'CONTRIBUTING.md', 'src/offline/README.md', ...globSync('docs/how-to/add-*.md')]
/** Numbers that the test of a planted area compares, which measures them. */
const MEASURED = /files of \$\{lines/.test(textOf('tests/boundaries/planted-area.test.ts'))
  ? /which writes \d+ files of \d+ lines/
  : null
/** What a page may count of the code. */
const COUNTED =
  /\b(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty(?:-\w+)?) (?:other |malformed |static )?(?:files|folders|lines|checks|requests|commands|modules|packages|groups)\b/g

describe('a number that a page says of the code', () => {
  test.each(CLAIMS)('$page: “$says”', ({ page, says, is }) => {
    const [before = '', behind = ''] = says.split('#')
    const found = written(is()).filter((count) => flat(page).includes(`${before}${count}${behind}`))
    expect(found, `it is ${is()}`).toHaveLength(1)
  })

  test.each(PAGES)('%s counts nothing that no test compares', (page) => {
    const text = MEASURED ? flat(page).replace(MEASURED, '') : flat(page)
    const claims = CLAIMS.filter((claim) => claim.page === page).flatMap(({ says, is }) =>
      written(is()).map((count) => says.replace('#', count)),
    )
    const counts = [...text.matchAll(COUNTED)].map(([count]) => count)
    expect(counts.filter((count) => !claims.some((claim) => claim.includes(count)))).toEqual([])
  })
})

test('README has every setting of the server, or a how-to has it, and no other', () => {
  const [, table = ''] = /\| variable [^\n]*\n[^\n]*\n((?:\|[^\n]*\n)+)/.exec(textOf('README.md')) ?? []
  const told = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) => cell.match(/[A-Z][A-Z_]+/g) ?? [])
  expect(told.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
  const howTos = globSync('docs/how-to/*.md').map(textOf).join('\n')
  expect(SETTING_NAMES.filter((name) => !told.includes(name) && !new RegExp(`\`${name}[\`=]`).test(howTos))).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isCommand } from '#src/offline/command.ts'
import { isPrefetchList } from '#src/offline/prefetch/prefetch-list.ts'
import { isDraftEditor } from '#src/record/draft-editor.ts'

const root = new URL('../../../', import.meta.url)
const loaded = import.meta.glob<Readonly<Record<string, unknown>>>(
  [
    '/src/areas/**/*-commands.ts',
    '/src/{areas,boards}/**/*-queries.ts',
    '/src/lookups/**/*-queries.ts',
    '/src/areas/**/*-draft-editor.tsx',
  ],
  { eager: true },
)

/**
 * Values that are registered by file name: the calls that declare them, the files that the app loads, and a type check.
 */
const REGISTRATIONS = [
  {
    what: 'a command',
    declares: /\b(?:command|patchCommand|createCommand|removeCommand|photoCommand)\((?:\w+, )?\{/,
    found: /^src\/areas\/.*-commands\.ts$/,
    isOne: isCommand,
  },
  {
    what: 'a prefetched list',
    declares: /\bprefetchList\(\(/,
    found: /^src\/(?:areas|boards|lookups)\/.*-queries\.ts$/,
    isOne: isPrefetchList,
  },
  {
    what: 'a draft editor',
    declares: /\bdraftEditor\([A-Za-z]/,
    found: /^src\/areas\/.*-draft-editor\.tsx$/,
    isOne: isDraftEditor,
  },
]

const sources = ['areas', 'boards', 'lookups', 'app', 'routes'].flatMap((folder) =>
  readdirSync(new URL(`src/${folder}`, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `src/${folder}/${path}`),
)
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8')

describe.each(REGISTRATIONS)('$what', ({ declares, found, isOne }) => {
  const declaring = sources.filter((path) => declares.test(textOf(path)))

  test('is declared in a file that the app loads, and each is exported there', () => {
    expect(declaring.length).toBeGreaterThan(5)
    expect(declaring.filter((path) => !found.test(path))).toEqual([])
    const exported = (path: string) => new Set(Object.values(loaded[`/${path}`] ?? {}).filter(isOne)).size
    const declared = (path: string) => [...textOf(path).matchAll(new RegExp(declares, 'g'))].length
    expect(declaring.filter((path) => exported(path) < declared(path))).toEqual([])
  })
})

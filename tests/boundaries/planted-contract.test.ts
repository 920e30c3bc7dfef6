import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectCopy } from '#tests/support/project-copy.ts'

interface Planted {
  readonly what: string
  readonly howTo: string
  /** The word that every expected compile error contains. */
  readonly word: string
  /** The only changes, all in the contract: a file, a text that occurs in it once, and the text to insert after it. */
  readonly lines: readonly (readonly [path: string, after: string, line: string])[]
}

const PLANTED: readonly Planted[] = [
  {
    what: 'a field',
    howTo: 'docs/how-to/add-a-field.md',
    word: 'tire_size',
    lines: [
      ['contract/units/units.ts', '  color: z.string(),\n', '  tire_size: z._default(z.nullable(z.string()), null),\n'],
      ['contract/units/unit-changes.ts', 'const freeFields = { ', 'tire_size: z.string(), '],
    ],
  },
  {
    what: 'a sort order',
    howTo: 'docs/how-to/add-an-order.md',
    word: 'position',
    lines: [['contract/people/driver-choices.ts', "DRIVER_ORDERINGS = ['first_name,last_name', ", "'position', "]],
  },
]
/** Enough for three complete compilations on a busy machine. */
const MAX_MS = 300_000

/** A copy of the compiled parts with the lines inserted. */
function siteWith({ lines }: Planted): string {
  const site = projectCopy(['contract', 'src', 'server', 'package.json', 'tsconfig.json'])
  for (const [path, after, line] of lines) {
    const text = readFileSync(join(site, path), 'utf8')
    expect(text.split(after), `${path}: ${after}`).toHaveLength(2)
    writeFileSync(join(site, path), text.replace(after, after + line))
  }
  return site
}

/** The files in which the compiler reports errors, and the errors that do not contain the word. */
async function errorsIn(site: string, project: string, word: string) {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [compiler, '-p', project, '--pretty', 'false'], { cwd: site }, (_, out) => resolve(out))
  })
  const errors = [...output.matchAll(/^(\S+\.tsx?)\(\d+,\d+\): error .*(?:\n {2}.*)*/gm)]
  return {
    files: errors.map(([, file = '']) => file),
    others: errors.map(([text]) => text).filter((text) => !text.includes(word)),
  }
}

/** The files that the how-to lists with a compile error: all rows of its table, or the rows that end with "yes". */
function filesListedIn(howTo: string): readonly string[] {
  const rows = [...readFileSync(howTo, 'utf8').matchAll(/^ *\| `([^`]+)` +\|(.*)\|$/gm)]
  const asked = rows.filter(([, , rest = '']) => /\| yes +$/.test(rest))
  return (asked.length > 0 ? asked : rows).map(([, file = '']) => file)
}

test.each(PLANTED)(
  '$what only in the contract causes compile errors exactly in the files that the how-to lists',
  async (planted) => {
    const site = siteWith(planted)
    try {
      const projects = ['contract', 'server', 'src']
      const found = await Promise.all(projects.map((project) => errorsIn(site, project, planted.word)))
      expect(found.flatMap(({ others }) => others)).toEqual([])
      const files = new Set(found.flatMap((one) => one.files))
      expect([...files].toSorted()).toEqual(filesListedIn(planted.howTo).toSorted())
    } finally {
      rmSync(site, { recursive: true, force: true })
    }
  },
  MAX_MS,
)

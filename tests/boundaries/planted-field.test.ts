import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** What the contract gets, and nothing else: by the line after which it stands. */
const PLANTED = [
  ['contract/units/units.ts', '  color: z.string(),\n', '  tire_size: z._default(z.nullable(z.string()), null),\n'],
  ['contract/units/unit-changes.ts', 'const freeFields = { ', 'tire_size: z.string(), '],
  [
    'contract/units/unit-changes.ts',
    '  vin: z.optional(freeFields.vin),\n',
    '  tire_size: z.optional(freeFields.tire_size),\n',
  ],
] as const
/** Three whole compilations, on a machine with other work. */
const MOST_MS = 300_000
const HOW_TO = readFileSync('docs/how-to/add-a-field.md', 'utf8')
let site = ''

beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'haulyard-field-'))
  for (const part of ['contract', 'src', 'server', 'package.json', 'tsconfig.json'])
    cpSync(part, join(site, part), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(site, 'node_modules'), 'junction')
  for (const [path, after, field] of PLANTED) {
    const text = readFileSync(join(site, path), 'utf8')
    expect(text.split(after), `${path}: ${after}`).toHaveLength(2)
    writeFileSync(join(site, path), text.replace(after, after + field))
  }
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

/** The files in which the compiler finds errors, and the errors that do not name the field. */
async function errorsIn(project: string) {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [compiler, '-p', project, '--pretty', 'false'], { cwd: site }, (_, out) => resolve(out))
  })
  const errors = [...output.matchAll(/^(\S+\.tsx?)\(\d+,\d+\): error .*(?:\n {2}.*)*/gm)]
  return {
    files: new Set(errors.map(([, file = '']) => file)),
    others: errors.map(([text]) => text).filter((text) => !text.includes('tire_size')),
  }
}

test(
  'a field that the contract alone has is an error wherever the how-to says, and nowhere else',
  async () => {
    const told = [...HOW_TO.matchAll(/^ *\| `([^`]+)` +\|/gm)].map(([, file]) => file)
    const found = await Promise.all(['contract', 'server', 'src'].map(errorsIn))
    expect(found.flatMap(({ others }) => others)).toEqual([])
    expect(found.flatMap(({ files }) => [...files]).toSorted()).toEqual(told.toSorted())
  },
  MOST_MS,
)

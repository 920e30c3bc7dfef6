import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type NewFile, newArea } from './new/area.ts'
import { singularOf } from './new/area-name.ts'
import { areaNameProblem, fieldNameProblem } from './new/refused-names.ts'
import type { NewField } from './new/template.ts'
import { root } from './places.mjs'
import { runTool } from './run-command.mjs'

const USAGE = `npm run new -- area NAMES FIELD:KIND …

  NAMES       the plural name of the records: fuel-cards
  FIELD:KIND  a field's name on the wire and the kind of its input: text, text? (can be left empty) or day.
              The first field must be a text: it is the name of a record.

  npm run new -- area fuel-cards card_number:text vendor:text holder:text expires:day
`

function fail(problem: string): never {
  process.stderr.write(`${problem}\n\n${USAGE}`)
  process.exit(2)
}

function fieldOf(parameter: string): NewField {
  const [, name, kind] = /^([a-z][a-z0-9_]*):(text\??|day)$/.exec(parameter) ?? []
  if (name === undefined || (kind !== 'text' && kind !== 'text?' && kind !== 'day'))
    fail(`"${parameter}" is not a valid field.`)
  const refusal = fieldNameProblem(name)
  if (refusal !== null) fail(refusal)
  return { name, kind }
}

/**
 * Writes and formats the files. When formatting fails, restores the previous state and returns the formatter's output.
 */
async function write(own: readonly NewFile[], existing: readonly NewFile[]): Promise<string | null> {
  const before = existing.map(({ path }) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const writeNewFile = ({ path, text }: NewFile) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const file of [...own, ...existing]) writeNewFile(file)
  const paths = [...own, ...existing].map(({ path }) => path).filter((path) => !path.endsWith('.sql'))
  // The templates import the helpers of all kinds of field; imports of unused kinds are removed here.
  const unused = await runTool('biome', ['lint', '--write', '--unsafe', '--only=correctness/noUnusedImports', ...paths])
  const formatted = await runTool('biome', ['check', '--write', '--diagnostic-level=error', ...paths])
  if (unused.code === 0 && formatted.code === 0) return null
  for (const file of before) writeNewFile(file)
  for (const { path } of own) rmSync(join(root, path))
  return `${unused.output}\n${formatted.output}`
}

const [subject, paths = '', ...parameters] = process.argv.slice(2)
if (subject !== 'area') fail('Only "area" can be created.')
if (!/^[a-z]+(?:-[a-z]+)*s$/.test(paths)) fail(`"${paths}" is not a plural name in lowercase letters with hyphens.`)
const name = { path: singularOf(paths), paths }
const fields = parameters.map(fieldOf)
if (fields[0]?.kind !== 'text') fail('The first field must be a text.')
if (new Set(fields.map((field) => field.name)).size < fields.length) fail('Two fields have the same name.')
const refusal = areaNameProblem(name)
if (refusal !== null) fail(refusal)

const { own, existing } = newArea(name, fields)
const trouble = await write(own, existing)
if (trouble === null) {
  const written = [...own, ...existing].map(({ path }) => path).join('\n')
  process.stdout.write(
    `${written}\n\nNext: npm run dev, which adds the page to src/route-tree.gen.ts; then npm run check.\n`,
  )
} else {
  process.stderr.write(`Nothing was written, because the new files can't be formatted.\n${trouble}\n`)
  process.exitCode = 1
}

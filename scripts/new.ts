import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newArea, type Written } from './new/area.ts'
import { singularOf } from './new/area-name.ts'
import { whyNoArea, whyNoField } from './new/refused-names.ts'
import type { NewField } from './new/template.ts'
import { root } from './places.mjs'
import { runTool } from './run-command.mjs'

const USAGE = `npm run new -- area NAMES FIELD:KIND …

  NAMES       what the records are called, many of them: fuel-cards
  FIELD:KIND  a field's name on the wire and what is typed there: text, text? (may be left empty) or day.
              The first field is a text, by which people call a record.

  npm run new -- area fuel-cards card_number:text vendor:text holder:text expires:day
`

function fail(problem: string): never {
  process.stderr.write(`${problem}\n\n${USAGE}`)
  process.exit(2)
}

function fieldOf(said: string): NewField {
  const [, name, kind] = /^([a-z][a-z0-9_]*):(text\??|day)$/.exec(said) ?? []
  if (name === undefined || (kind !== 'text' && kind !== 'text?' && kind !== 'day')) fail(`"${said}" is no field.`)
  const refusal = whyNoField(name)
  if (refusal !== null) fail(refusal)
  return { name, kind }
}

/** Writes the files as the checks want them. Where that fails nothing of them stays. Answers what the formatter says then. */
async function write(own: readonly Written[], existing: readonly Written[]): Promise<string | null> {
  const before = existing.map(({ path }) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const put = ({ path, text }: Written) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const file of [...own, ...existing]) put(file)
  const paths = [...own, ...existing].map(({ path }) => path).filter((path) => !path.endsWith('.sql'))
  // What only some kinds of field need is imported for all of them.
  const unused = await runTool('biome', ['lint', '--write', '--unsafe', '--only=correctness/noUnusedImports', ...paths])
  const formatted = await runTool('biome', ['check', '--write', '--diagnostic-level=error', ...paths])
  if (unused.code === 0 && formatted.code === 0) return null
  for (const file of before) put(file)
  for (const { path } of own) rmSync(join(root, path))
  return `${unused.output}\n${formatted.output}`
}

const [what, paths = '', ...said] = process.argv.slice(2)
if (what !== 'area') fail('It makes areas.')
if (!/^[a-z]+(?:-[a-z]+)*s$/.test(paths)) fail(`"${paths}" is no name of many records, in small letters with hyphens.`)
const name = { path: singularOf(paths), paths }
const fields = said.map(fieldOf)
if (fields[0]?.kind !== 'text') fail('The first field is a text.')
if (new Set(fields.map((field) => field.name)).size < fields.length) fail('Two fields have the same name.')
const refusal = whyNoArea(name)
if (refusal !== null) fail(refusal)

const { own, existing } = newArea(name, fields)
const trouble = await write(own, existing)
if (trouble === null) {
  const written = [...own, ...existing].map(({ path }) => path).join('\n')
  process.stdout.write(
    `${written}\n\nNext: npm run dev, which puts the page into src/route-tree.gen.ts; then npm run check.\n`,
  )
} else {
  process.stderr.write(`Nothing is written: what would be there can't be formatted.\n${trouble}\n`)
  process.exitCode = 1
}

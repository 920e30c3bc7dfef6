import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type NewField, newArea } from './new/area.ts'
import { root } from './places.mjs'
import { runTool } from './run-command.mjs'

const USAGE = `npm run new -- area NAMES FIELD:KIND …

  NAMES       what the records are called, many of them: fuel-cards
  FIELD:KIND  a field's name on the wire and what is typed there: text or day.
              The first field is a text, by which people call a record.

  npm run new -- area fuel-cards card_number:text vendor:text holder:text expires:day
`

function fail(problem: string): never {
  process.stderr.write(`${problem}\n\n${USAGE}`)
  process.exit(2)
}

function fieldOf(said: string): NewField {
  const [, name, kind] = /^([a-z][a-z0-9_]*):(text|day)$/.exec(said) ?? []
  if (name === undefined || (kind !== 'text' && kind !== 'day')) fail(`"${said}" is no field.`)
  if (['id', 'version', 'client_id'].includes(name)) fail(`Every record has the field "${name}" already.`)
  return { name, kind }
}

const [what, paths = '', ...said] = process.argv.slice(2)
if (what !== 'area') fail('It makes areas.')
if (!/^[a-z]+(?:-[a-z]+)*s$/.test(paths)) fail(`"${paths}" is no name of many records, in small letters with hyphens.`)
const fields = said.map(fieldOf)
if (fields[0]?.kind !== 'text') fail('The first field is a text.')
if (new Set(fields.map(({ name }) => name)).size < fields.length) fail('Two fields have the same name.')

const { own, existing } = newArea({ path: paths.slice(0, -1), paths }, fields)
const there = own.find(({ path }) => existsSync(join(root, path)))
if (there) fail(`${there.path} exists.`)
for (const { path, text } of [...own, ...existing]) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const written = [...own, ...existing].map(({ path }) => path)
const { code, output } = await runTool('biome', [
  'check',
  '--write',
  '--diagnostic-level=error',
  ...written.filter((path) => !path.endsWith('.sql')),
])
process.stdout.write(
  `${written.join('\n')}\n\nNext: npm run build writes the route into src/route-tree.gen.ts; npm run check.\n`,
)
if (code !== 0) process.stderr.write(`${output}\n`)
process.exitCode = code

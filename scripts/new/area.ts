import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../places.mjs'
import { corpusOf } from './area-corpus.ts'
import type { AreaName } from './area-name.ts'
import { filled, type NewField } from './template.ts'

/** A file to write, or an existing file with the area's lines in it. */
export interface Written {
  readonly path: string
  readonly text: string
}

/** The templates, by where their text goes. All are written for the area "spare parts"; see `filled`. */
const FILES = {
  'area/contract.txt': 'contract/spare-parts/spare-parts.ts',
  'area/contract-changes.txt': 'contract/spare-parts/spare-part-changes.ts',
  'area/repository.txt': 'server/modules/spare-parts/spare-part-repository.ts',
  'area/service.txt': 'server/modules/spare-parts/spare-part-service.ts',
  'area/routes.txt': 'server/modules/spare-parts/spare-part-routes.ts',
  'area/queries.txt': 'src/areas/spare-parts/spare-part-queries.ts',
  'area/record.txt': 'src/areas/spare-parts/spare-part-record.ts',
  'area/commands.txt': 'src/areas/spare-parts/spare-part-commands.ts',
  'area/form.txt': 'src/areas/spare-parts/spare-part-form.tsx',
  'area/draft-editor.txt': 'src/areas/spare-parts/spare-part-draft-editor.tsx',
  'area/page.txt': 'src/areas/spare-parts/spare-parts-page.tsx',
  'area/page-style.txt': 'src/areas/spare-parts/spare-parts.module.css',
  'area/route.txt': 'src/routes/_app/spare-parts.tsx',
  'area-tests/server-test.txt': 'tests/server/modules/spare-parts/spare-parts.test.ts',
} as const

/** The lines that existing files get, each behind a text that stands there once. */
const EDITS: readonly (readonly [path: string, after: string, lines: string])[] = [
  ['contract/wire/access.ts', 'export const HISTORY_ACCESS = {\n', "  'spare-parts': administrator,\n"],
  [
    'server/records/record-tables.ts',
    'export const RECORD_TABLES = {\n',
    "  'spare-parts': {\n    ...named,\n    table: 'spare_parts',\n    deletedNames: { table: 'deleted_spare_parts', id: 'spare_part_id' },\n  },\n",
  ],
  ['src/app/layout/navigation.ts', "    | '/reports'\n", "    | '/spare-parts'\n"],
  // All new areas have the same icon, until a person chooses another one.
  ['src/app/layout/navigation.ts', '  IconHeadset,\n', '  IconId,\n'],
  [
    'src/app/layout/navigation.ts',
    '    Icon: IconFileSpreadsheet,\n  },\n',
    "  {\n    title: 'Spare parts',\n    to: '/spare-parts',\n    access: administrator,\n    Icon: IconId,\n  },\n",
  ],
  ['tests/src/app/navigation.test.ts', "  'Reports',\n", "  'Spare parts',\n"],
  [
    'tests/server/http/access-table.test.ts',
    'const TABLE: readonly (readonly [method: string, path: string, who: Who])[] = [\n',
    [
      "  ['GET', '/api/spare-parts/', 'administrator'],\n",
      "  ['POST', '/api/spare-parts/', 'administrator'],\n",
      "  ['PATCH', '/api/spare-parts/:id/', 'administrator'],\n",
      "  ['DELETE', '/api/spare-parts/:id/', 'administrator'],\n",
      "  ['GET', '/api/history/spare-parts/:id/', 'administrator'],\n",
    ].join(''),
  ],
]

const template = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** So many migrations stand in a folder, which is named for its first and its last one. */
const IN_A_FOLDER = 25
const numbered = (number: number) => String(number).padStart(4, '0')

/** The path of the migration with the next number. */
function migrationPath(name: AreaName): string {
  const folder = 'server/db/migrations'
  const there = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const number = 1 + Math.max(...there.map((path) => Number(/(\d{4})-[^/\\]+\.sql$/.exec(path)?.[1] ?? 0)))
  const before = number - 1 - ((number - 1) % IN_A_FOLDER)
  return `${folder}/${numbered(before + 1)}-${numbered(before + IN_A_FOLDER)}/${numbered(number)}-${name.paths}.sql`
}

/** A file with lines behind the texts that are named for it. Throws for a text that does not stand there once. */
function edited(path: string, name: AreaName): Written {
  let text = readFileSync(join(root, path), 'utf8')
  for (const [file, after, lines] of EDITS) {
    if (file !== path) continue
    const own = filled(lines, name, [])
    // An import, which an earlier area has brought.
    if (own === lines && text.includes(lines)) continue
    if (text.split(after).length !== 2) throw new Error(`${path} has no single place for the new area: ${after.trim()}`)
    text = text.replace(after, () => after + own)
  }
  return { path, text }
}

/** All that a new area is made of: its own files, and the existing ones with its lines. Nothing is written yet. */
export function newArea(name: AreaName, fields: readonly NewField[]): { own: Written[]; existing: Written[] } {
  const made = (file: string) => filled(template(file), name, fields)
  const own = Object.entries(FILES).map(([file, path]) => ({ path: filled(path, name, []), text: made(file) }))
  const migration = { path: migrationPath(name), text: made('area/migration.txt') }
  const paths = [...new Set(EDITS.map(([path]) => path))]
  return {
    own: [...own, migration, ...corpusOf(name, fields)],
    existing: paths.map((path) => edited(path, name)),
  }
}

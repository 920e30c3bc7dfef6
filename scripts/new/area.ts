import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../places.mjs'
import { corpusOf } from './area-corpus.ts'
import type { AreaName } from './area-name.ts'
import { fillTemplate, type NewField } from './template.ts'

/** A file to write: a new file, or an existing file with the area's lines added. */
export interface NewFile {
  readonly path: string
  readonly text: string
}

/**
 * Each template → the file that it becomes. All templates are written for the area "spare parts"; see `fillTemplate`.
 */
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
  'area-tests/change-cases.txt': 'tests/server/changed-areas/spare-part-cases.ts',
} as const

/** The lines to add to existing files. Each is inserted after a text that occurs in the file exactly once. */
const EDITS: readonly (readonly [path: string, after: string, lines: string])[] = [
  ['contract/wire/access.ts', 'export const HISTORY_ACCESS = {\n', "  'spare-parts': administrator,\n"],
  [
    'server/records/record-tables.ts',
    'export const RECORD_TABLES = {\n',
    "  'spare-parts': {\n    ...namedByDevices,\n    table: 'spare_parts',\n    deletedNames: { table: 'deleted_spare_parts', id: 'spare_part_id' },\n  },\n",
  ],
  ['src/app/layout/navigation.ts', "    | '/reports'\n", "    | '/spare-parts'\n"],
  // All new areas start with the same icon; the developer replaces it.
  ['src/app/layout/navigation.ts', '  IconHeadset,\n', '  IconId,\n'],
  [
    'src/app/layout/navigation.ts',
    '    Icon: IconFileSpreadsheet,\n  },\n',
    "  {\n    title: 'Spare parts',\n    to: '/spare-parts',\n    access: administrator,\n    Icon: IconId,\n  },\n",
  ],
  ['tests/src/app/navigation.test.ts', "  'Reports',\n", "  'Spare parts',\n"],
  [
    'tests/server/http/access-table.test.ts',
    'const TABLE: readonly (readonly [method: string, path: string, who: AllowedUsers])[] = [\n',
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

/** The number of migrations per folder. A folder is named after its first and its last possible number. */
const MIGRATIONS_PER_FOLDER = 25
const fourDigits = (number: number) => String(number).padStart(4, '0')

/** The path of the migration with the next number. */
function migrationPath(name: AreaName): string {
  const folder = 'server/db/migrations'
  const migrations = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const number = 1 + Math.max(...migrations.map((path) => Number(/(\d{4})-[^/\\]+\.sql$/.exec(path)?.[1] ?? 0)))
  const before = number - 1 - ((number - 1) % MIGRATIONS_PER_FOLDER)
  return `${folder}/${fourDigits(before + 1)}-${fourDigits(before + MIGRATIONS_PER_FOLDER)}/${fourDigits(number)}-${name.paths}.sql`
}

/** An existing file with the area's lines of `EDITS`. Throws when an anchor text does not occur exactly once. */
function withAreaLines(path: string, name: AreaName): NewFile {
  let text = readFileSync(join(root, path), 'utf8')
  for (const [file, after, lines] of EDITS) {
    if (file !== path) continue
    const own = fillTemplate(lines, name, [])
    // An import that an earlier area has already added.
    if (own === lines && text.includes(lines)) continue
    if (text.split(after).length !== 2) throw new Error(`${path} has no single place for the new area: ${after.trim()}`)
    text = text.replace(after, () => after + own)
  }
  return { path, text }
}

/** The files of a new area: its own files, and existing files with its lines added. Writes nothing. */
export function newArea(name: AreaName, fields: readonly NewField[]): { own: NewFile[]; existing: NewFile[] } {
  const textOf = (file: string) => fillTemplate(template(file), name, fields)
  const own = Object.entries(FILES).map(([file, path]) => ({ path: fillTemplate(path, name, []), text: textOf(file) }))
  const migration = { path: migrationPath(name), text: textOf('area/migration.txt') }
  const paths = [...new Set(EDITS.map(([path]) => path))]
  return {
    own: [...own, migration, ...corpusOf(name, fields)],
    existing: paths.map((path) => withAreaLines(path, name)),
  }
}

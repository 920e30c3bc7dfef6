import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryArea } from '#contract/wire/access.ts'
import { RECORD_TABLES } from '#server/records/record-tables.ts'
import { openTestDb } from '#tests/support/server/database.ts'

interface ColumnList {
  readonly where: string
  /** The tables that statements with this list write. */
  readonly tables: readonly string[]
  readonly columns: Readonly<Record<string, string>>
}

/** A list of columns: its name in the file, and its fields. */
const LIST = /(export )?const (\w+) = columnsOf<[^(]+>\(\{([^}]+)\}\)/g
/** A list of columns within a declaration of plain rows: the area, and the fields. */
const PLAIN_LIST = /plainRows<[^(]+>\(\{\s*area: '([^']+)',\s*columns: columnsOf\(\{([^}]+)\}\)/g
/** A field of a list: its column, where the name differs, and its type. */
const FIELD = /(\w+): (?:\['(\w+)', )?'([^']+)'/g
const writesOf = (name: string) =>
  new RegExp(`(?:update (\\w+)(?: \\w)? set|insert into (\\w+) \\()[^)\`]*?\\$\\{${name}\\.(?:set|names)\\b`, 'g')

const fieldsOf = (fields: string) =>
  Object.fromEntries([...fields.matchAll(FIELD)].map(([, field = '', column = field, type = '']) => [column, type]))
/** All files in the folder of a list: an exported list can be used by statements in another file of the folder. */
const filesInFolder = (path: string) => globSync(join(dirname(path), '*.ts')).map((one) => readFileSync(one, 'utf8'))

/** The lists of a file, each with the tables that its statements write. */
function listsOf(path: string): readonly ColumnList[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(LIST)].map(([, isExported, name = '', fields = '']) => {
    const statements = isExported ? filesInFolder(path).join('\n') : text
    const writes = [...statements.matchAll(writesOf(name))]
    return {
      where: `${name} of ${path.replaceAll('\\', '/')}`,
      tables: [...new Set(writes.map(([, updated, filled]) => updated ?? filled ?? ''))],
      columns: fieldsOf(fields),
    }
  })
}

/** The lists of plain records. `plainRows` builds their statements, and `RECORD_TABLES` names the table. */
function plainListsOf(path: string): readonly ColumnList[] {
  return [...readFileSync(path, 'utf8').matchAll(PLAIN_LIST)].map(([, area = '', fields = '']) => ({
    where: `${area} of ${path.replaceAll('\\', '/')}`,
    tables: [RECORD_TABLES[area as HistoryArea].table],
    columns: fieldsOf(fields),
  }))
}

const paths = globSync('server/modules/**/*.ts').sort()
const lists = paths.flatMap((path) => [...listsOf(path), ...plainListsOf(path)])

const typesOf = new Map<string, Record<string, string>>()
beforeAll(async () => {
  const db = await openTestDb()
  const rows = await db.query<{ table: string; column: string; type: string }>(
    'test.column_types',
    `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  )
  await db.close()
  for (const { table, column, type } of rows)
    typesOf.set(table, { ...typesOf.get(table), [column]: type.replace('timestamp with time zone', 'timestamptz') })
})
afterAll(() => typesOf.clear())

test('every list of columns in the modules is found by this test', () => {
  const declared = paths.flatMap((path) => readFileSync(path, 'utf8').match(/\bcolumnsOf[<(]/g) ?? [])
  expect(declared.length).toBeGreaterThan(5)
  expect(lists.length).toBe(declared.length)
})

describe.each(lists)('$where', ({ tables, columns }) => {
  test('is written to one table, which has the columns with these types', () => {
    expect(tables).toHaveLength(1)
    expect(Object.keys(columns)).not.toEqual([])
    expect(typesOf.get(tables[0] ?? '')).toMatchObject(columns)
  })
})

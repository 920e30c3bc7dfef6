import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDb } from '#tests/support/server/database.ts'

interface List {
  readonly where: string
  /** The tables that its statements write. */
  readonly tables: readonly string[]
  readonly columns: Readonly<Record<string, string>>
}

/** A list: its name in the file, and its fields. */
const LIST = /const (\w+) = columnsOf<[^(]+>\(\{([^}]+)\}\)/g
/** One of its fields: the column where it differs, and the type. */
const FIELD = /(\w+): (?:\['(\w+)', )?'([^']+)'/g
const writesOf = (name: string) =>
  new RegExp(`(?:update (\\w+)(?: \\w)? set|insert into (\\w+) \\()[^)\`]*?\\$\\{${name}\\.(?:set|names)\\b`, 'g')

function listsOf(path: string): readonly List[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(LIST)].map(([, name = '', fields = '']) => ({
    where: `${name} of ${path.replaceAll('\\', '/')}`,
    tables: [...new Set([...text.matchAll(writesOf(name))].map(([, updated, filled]) => updated ?? filled ?? ''))],
    columns: Object.fromEntries(
      [...fields.matchAll(FIELD)].map(([, field = '', column = field, type = '']) => [column, type]),
    ),
  }))
}

const paths = globSync('server/modules/**/*.ts').sort()
const lists = paths.flatMap(listsOf)

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

test('every list of columns is read here', () => {
  const declared = paths.flatMap((path) => readFileSync(path, 'utf8').match(/columnsOf</g) ?? [])
  expect(declared.length).toBeGreaterThan(5)
  expect(lists.length).toBe(declared.length)
})

describe.each(lists)('$where', ({ tables, columns }) => {
  test('is written into one table, which has its columns with their types', () => {
    expect(tables).toHaveLength(1)
    expect(Object.keys(columns)).not.toEqual([])
    expect(typesOf.get(tables[0] ?? '')).toMatchObject(columns)
  })
})

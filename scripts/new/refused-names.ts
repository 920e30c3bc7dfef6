import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../places.mjs'
import { filesOfTree } from '../testing/selection/tree.ts'
import { type AreaName, camel, snake } from './area-name.ts'

const RECORD_FIELDS: ReadonlySet<string> = new Set(['id', 'version', 'client_id'])
/**
 * Reserved words that PostgreSQL refuses as column names
 * (https://www.postgresql.org/docs/18/sql-keywords-appendix.html). A test compares them with `pg_get_keywords()`.
 */
const SQL_WORDS: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp
  current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having
  ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not
  notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar
  some symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where window with`.split(
    /\s+/,
  ),
)
/** Words that can't be the name of a JavaScript variable. */
const JAVASCRIPT_WORDS: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally
  for function if implements import in instanceof interface let new null package private protected public return static super
  switch this throw true try typeof var void while with yield`.split(/\s+/),
)

/** The message for a field name that is not possible; null for a possible one. */
export function fieldNameProblem(name: string): string | null {
  if (RECORD_FIELDS.has(name)) return `Every record has the field "${name}" already.`
  if (SQL_WORDS.has(name)) return `"${name}" is a word of SQL. Give the field another name.`
  return JAVASCRIPT_WORDS.has(name) ? `"${name}" is a word of JavaScript. Give the field another name.` : null
}

/**
 * The message for an area name that is not possible or already used by a table, call or stored change; otherwise null.
 */
export function areaNameProblem({ path, paths }: AreaName): string | null {
  const keyword = [camel(path), camel(paths)].find((word) => JAVASCRIPT_WORDS.has(word))
  if (keyword !== undefined) return `"${keyword}" is a word of JavaScript. Give the area another name.`
  if (SQL_WORDS.has(snake(paths))) return `"${snake(paths)}" is a word of SQL. Give the area another name.`
  const table = new RegExp(`create table ${snake(paths)}\\b`)
  const call = new RegExp(`'${snake(paths)}\\.`)
  const areaPaths = new RegExp(`^(?:contract|src/areas|server/modules)/${paths}/|^src/routes/_app/${paths}\\.tsx$`)
  const conflictingFile = filesOfTree().find((file) => {
    if (areaPaths.test(file)) return true
    if (/^server\/db\/migrations\/.*\.sql$/.test(file)) return table.test(readFileSync(join(root, file), 'utf8'))
    return /^(?:contract|src\/areas)\/.*\.ts$/.test(file) && call.test(readFileSync(join(root, file), 'utf8'))
  })
  return conflictingFile === undefined ? null : `${conflictingFile} has ${paths.replaceAll('-', ' ')} already.`
}

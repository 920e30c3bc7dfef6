import type { Sql } from '#server/db/db.ts'

const OF_PUBLIC = `in (select oid from pg_class where relnamespace = 'public'::regnamespace)`
/** Rows of the catalog, without the columns that change when table rows are written or counted. */
const CATALOGS = [
  `select c.oid::text || concat_ws(',', relname, relkind, reltype, relowner, relpersistence, relrowsecurity, reloptions, relacl)
     from pg_class c where relnamespace = 'public'::regnamespace`,
  `select a::text from pg_attribute a where attrelid ${OF_PUBLIC}`,
  `select d::text from pg_attrdef d where adrelid ${OF_PUBLIC}`,
  `select i::text from pg_index i where indrelid ${OF_PUBLIC}`,
  `select c::text from pg_constraint c where connamespace = 'public'::regnamespace`,
  `select t::text from pg_trigger t where tgrelid ${OF_PUBLIC}`,
  `select r::text from pg_rewrite r where ev_class ${OF_PUBLIC}`,
  `select s::text from pg_sequence s where seqrelid ${OF_PUBLIC}`,
  `select p::text from pg_proc p where pronamespace = 'public'::regnamespace`,
  `select t::text from pg_type t where typnamespace = 'public'::regnamespace`,
  `select n::text from pg_namespace n where nspname not like 'pg\\_%temp\\_%'`,
  `select e::text from pg_extension e`,
  `select s::text from pg_db_role_setting s where setdatabase in (select oid from pg_database where datname = current_database())`,
  `select 'version ' || version from schema_version`,
]
const PRINT = `select md5(string_agg(part, ';' order by part)) as print from (${CATALOGS.join(' union all ')}) parts (part)`

/** A hash of the database's schema. It stays the same as long as the schema does. */
export async function schemaFingerprint(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ print: string }>('test.schema_print', PRINT)
  if (!row) throw new Error('the database says nothing of its schema')
  return row.print
}

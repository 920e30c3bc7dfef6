import type { ColumnMap, ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices } from '#contract/expenses/report-choices.ts'
import type { Sql } from '#server/db/db.ts'

/** The column map and the choices with which reports of one layout are read. */
export interface StoredLayout {
  readonly columns: ColumnMap
  readonly choices: ReportChoices
}

/** The remembered layouts for these header hashes (hex), by hash. */
export async function findLayouts(
  sql: Sql,
  kind: ImportKind,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, StoredLayout>> {
  const found = await sql.query<StoredLayout & { readonly hash: string }>(
    'imports.layouts',
    `select encode(headers_hash, 'hex') as hash, columns, choices from import_layouts
     where kind = $1 and headers_hash in (select decode(value, 'hex') from json_array_elements_text($2::json))`,
    [kind, JSON.stringify(hashes)],
  )
  return new Map(found.map(({ hash, ...layout }) => [hash, layout]))
}

export interface NewLayout extends StoredLayout {
  readonly kind: ImportKind
  readonly hash: string
  readonly user: number | null
  readonly now: Date
}

export async function storeLayout(sql: Sql, { kind, hash, columns, choices, user, now }: NewLayout): Promise<void> {
  await sql.query(
    'imports.store_layout',
    `insert into import_layouts (kind, headers_hash, columns, choices, user_id, changed_at)
     values ($1, decode($2, 'hex'), $3::jsonb, $4::jsonb, $5::integer, $6::timestamptz)
     on conflict (kind, headers_hash) do update set columns = excluded.columns, choices = excluded.choices,
       user_id = excluded.user_id, changed_at = excluded.changed_at`,
    [kind, hash, JSON.stringify(columns), JSON.stringify(choices), user, now.toISOString()],
  )
}

/** Deletes a remembered layout. Later reports with these headers are read by the default rules. */
export async function forgetLayout(sql: Sql, kind: ImportKind, hash: string): Promise<void> {
  await sql.query(
    'imports.forget_layout',
    `delete from import_layouts where kind = $1 and headers_hash = decode($2, 'hex')`,
    [kind, hash],
  )
}

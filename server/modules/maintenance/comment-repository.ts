import type { Sql } from '#server/db/db.ts'
import { COMMENT } from './inspection-json.ts'

export interface NewCommentRow {
  readonly client_id: string | null
  readonly inspection: number
  readonly user: number
  readonly text: string
  readonly created_at: string
  readonly received_at: string
}

/** The comment with this client id, as JSON; null when it does not exist. */
export async function findCommentByClientId(sql: Sql, client_id: string): Promise<string | null> {
  const [row] = await sql.query<{ text: string }>(
    'comments.known',
    `select ${COMMENT}::text as text from inspection_comments c left join users u on u.id = c.user_id
     where c.client_id = $1::uuid`,
    [client_id],
  )
  return row?.text ?? null
}

/** Inserts a comment and returns it as JSON. */
export async function insertComment(sql: Sql, row: NewCommentRow): Promise<string> {
  const { client_id, inspection, user, text, created_at, received_at } = row
  const [made] = await sql.query<{ text: string }>(
    'comments.insert',
    `with c as (
       insert into inspection_comments (client_id, inspection_id, user_id, text, created_at, received_at)
       values ($1::uuid, $2::integer, $3::integer, $4, $5::timestamptz, $6::timestamptz) returning *)
     select ${COMMENT}::text as text from c left join users u on u.id = c.user_id`,
    [client_id, inspection, user, text, created_at, received_at],
  )
  if (!made) throw new Error('comments.insert: no answer')
  return made.text
}

/**
 * Runs SQL: either the database itself, or one open transaction. SQL is only in `…-repository.ts` files, in functions
 * that take an `Sql` first, so that a caller decides whether they run in its transaction. An example from
 * `maintenance/defect-repository.ts`:
 *
 * ```ts
 * export async function moveDefects(sql: Sql, inspection: number, unit: string): Promise<void> {
 *   await sql.query('defects.move', 'update defects set unit_id = $2 where inspection_id = $1::integer', [
 *     inspection,
 *     unit,
 *   ])
 * }
 * ```
 */
export interface Sql {
  /**
   * Runs one named statement and returns its rows. The name is the key of the prepared plan: the same name must always
   * have the same text. `params` are `$1…`: pass arrays as PostgreSQL arrays, and objects for jsonb as JSON text. In
   * rows, int8 and numeric are numbers, dates are `yyyy-MM-dd`, timestamps are ISO 8601 UTC texts. Throws a
   * `DatabaseError` with PostgreSQL's `code` and `constraint` when the statement fails.
   */
  query<Row = Record<string, unknown>>(name: string, text: string, params?: readonly unknown[]): Promise<Row[]>
  /**
   * Runs `work` after the transaction commits, and never when it rolls back. Outside of a transaction, runs it
   * immediately. Use it for notifications, not for work that must not be lost.
   */
  afterCommit(work: () => void): void
}

/** The database: embedded or PostgreSQL. This interface is the only access to it. */
export interface Db extends Sql {
  readonly kind: 'embedded' | 'postgresql'
  /**
   * Runs `work` in one transaction. Commits when `work` resolves, rolls back when it throws. Inside, use only the `sql`
   * passed in: the database's own `query` and `tx` throw there. After a serialization failure or a deadlock, `work`
   * runs again (at most five times in total), so it must have no effect outside the database.
   */
  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * Notifies the listeners in all processes on this database that something was committed. They look up the changes
   * themselves. Never waits and never fails. A notification can get lost, so listeners must also check from time to
   * time.
   */
  announce(): void
  /**
   * Calls `onNews` after each `announce` of any process, and when one may have been missed. Returns a function that
   * stops it.
   */
  listen(onNews: () => void): () => void
  /** Runs several statements without parameters, for migrations and bulk loads. */
  script(sql: Sql | null, text: string): Promise<void>
  close(): Promise<void>
}

/**
 * A statement that the database refused. `code` is the SQLSTATE: `23505` unique, `23503` foreign key, `23514` check.
 * Class `08` means that the database was unreachable or the connection broke: then it is unknown whether the statement
 * took effect.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: string
  readonly constraint: string | null
  constructor(message: string, code: string, constraint: string | null) {
    super(message)
    this.code = code
    this.constraint = constraint
  }
}

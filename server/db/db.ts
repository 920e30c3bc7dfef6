/** Something that runs SQL: the database itself, or one open transaction of it. */
export interface Sql {
  /**
   * Runs one named statement (the name keys the prepared plan; the same name always has the same text).
   * `params` go in as `$1…`; arrays as PostgreSQL arrays; objects meant for jsonb as JSON text.
   * Answers the rows: int8 and numeric as numbers, dates as `yyyy-MM-dd`, timestamps as ISO 8601 UTC text.
   * Throws a `DatabaseError` with PostgreSQL's `code` and `constraint` when the statement is refused.
   */
  query<Row = Record<string, unknown>>(name: string, text: string, params?: readonly unknown[]): Promise<Row[]>
  /**
   * Runs `work` once what was done here stays: after the commit of a transaction, and never when that is undone; at once
   * outside of one. For what must be told, not for what must not fail.
   */
  afterCommit(work: () => void): void
}

/** The database: the embedded one or PostgreSQL, behind one interface with no other way in. */
export interface Db extends Sql {
  readonly kind: 'embedded' | 'postgresql'
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Inside, use only the `sql`
   * that is handed in: the database's own `query` and `tx` throw there. Runs `work` again (a few times) after a
   * serialization failure or a deadlock, so it must have no effect outside the database.
   */
  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * Tells whoever listens, in all processes on this database, that something was committed: they look for themselves what
   * it is. Never waits and never fails; what does not get through is found by those who also look now and then.
   */
  announce(): void
  /** Calls `onNews` after each `announce` of any process, and when one may have been missed. Answers how to stop. */
  listen(onNews: () => void): () => void
  /** Several statements without parameters, for migrations and bulk loads. */
  script(sql: Sql | null, text: string): Promise<void>
  close(): Promise<void>
}

/**
 * What the database refused. `code` is the SQLSTATE: `23505` unique, `23503` foreign key, `23514` check; class `08` when
 * the database could not be reached or went away, so that nobody knows what became of the statement.
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

import type { Db, Sql } from '#server/db/db.ts'

export interface Statement {
  readonly name: string
  readonly text: string
  readonly params: readonly unknown[]
}

/** A database that records its statements, so that they can be run bare and explained. */
export function recordStatements(db: Db): { readonly db: Db; readonly statements: Statement[] } {
  const statements: Statement[] = []
  const over = (sql: Sql): Sql => ({
    query: (name, text, params = []) => {
      statements.push({ name, text, params })
      return sql.query(name, text, params)
    },
    afterCommit: (work) => sql.afterCommit(work),
  })
  const wrapped = Object.assign(Object.create(db) as Db, over(db), {
    tx: <T>(work: (sql: Sql) => Promise<T>) => db.tx((sql) => work(over(sql))),
    // These run on `db` itself: an object that inherits from it has none of its private fields.
    announce: () => db.announce(),
    listen: (onNews: () => void) => db.listen(onNews),
    script: (sql: Sql | null, text: string) => db.script(sql, text),
    close: () => db.close(),
  })
  return { db: wrapped, statements }
}

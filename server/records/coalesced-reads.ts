import type { Sql } from '#server/db/db.ts'

interface SharedRead<Answer> {
  readonly running: Promise<Answer>
  /** The read that starts when `running` has ended. All callers until then share it. */
  next: Promise<Answer> | null
}

/**
 * Shares expensive reads that many clients request at the same time, for example after each change. While a read for a
 * question is running, all further callers with the same question share one next read. This read starts after the
 * running one has ended, so it includes everything that was committed before these calls.
 */
export function coalescedReads<Question, Answer>(read: (sql: Sql, question: Question) => Promise<Answer>) {
  const readsByDatabase = new WeakMap<Sql, Map<string, SharedRead<Answer>>>()
  const readsOf = (sql: Sql) => {
    const reads = readsByDatabase.get(sql) ?? new Map<string, SharedRead<Answer>>()
    readsByDatabase.set(sql, reads)
    return reads
  }
  return (sql: Sql, question: Question): Promise<Answer> => {
    const reads = readsOf(sql)
    const key = JSON.stringify(question)
    const begin = () => {
      const shared: SharedRead<Answer> = { running: read(sql, question), next: null }
      reads.set(key, shared)
      const end = () => void (shared.next === null && reads.delete(key))
      shared.running.then(end, end)
      return shared.running
    }
    const shared = reads.get(key)
    if (shared === undefined) return begin()
    shared.next ??= shared.running.then(begin, begin)
    return shared.next
  }
}

import type { Sql } from '#server/db/db.ts'

interface Asking<Answer> {
  readonly running: Promise<Answer>
  /** Begins when the one that runs has ended; for all who ask until then. */
  next: Promise<Answer> | null
}

/**
 * For reads that are dear and that many ask for at once, as after each change: who asks while the same is being answered shares
 * the next answer with all others who wait. That one begins after they have asked, so that it has what they did before.
 */
export function nextAnswer<Question, Answer>(ask: (sql: Sql, question: Question) => Promise<Answer>) {
  const askings = new WeakMap<Sql, Map<string, Asking<Answer>>>()
  const ofDatabase = (sql: Sql) => {
    const own = askings.get(sql) ?? new Map<string, Asking<Answer>>()
    askings.set(sql, own)
    return own
  }
  return (sql: Sql, question: Question): Promise<Answer> => {
    const own = ofDatabase(sql)
    const key = JSON.stringify(question)
    const begin = () => {
      const asking: Asking<Answer> = { running: ask(sql, question), next: null }
      own.set(key, asking)
      const end = () => void (asking.next === null && own.delete(key))
      asking.running.then(end, end)
      return asking.running
    }
    const asking = own.get(key)
    if (asking === undefined) return begin()
    asking.next ??= asking.running.then(begin, begin)
    return asking.next
  }
}

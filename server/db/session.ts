import type { PoolClient } from 'pg'
import { DatabaseError, type Sql } from '#server/db/db.ts'
import { CONNECTION_FAILURE, endsSession, lossOf, refusalOf } from '#server/db/refusal.ts'

/**
 * One database session, from checkout to release. Statements run one after the other, in the order of the calls. After
 * the release it refuses all statements, so a late one can't run in another transaction.
 */
export class Session implements Sql {
  #client: PoolClient | null
  #tail: Promise<unknown> = Promise.resolve()
  #lost: DatabaseError | null = null
  readonly #afterCommit: (() => void)[] = []
  readonly #onError = (error: Error) => {
    this.#lost ??= lossOf(error)
  }

  constructor(client: PoolClient) {
    this.#client = client
    client.on('error', this.#onError)
  }

  async query<Row = Record<string, unknown>>(
    name: string,
    text: string,
    params: readonly unknown[] = [],
  ): Promise<Row[]> {
    const result = await this.#run((client) => client.query<Row & object>({ name, text, values: [...params] }))
    // Only a session that broke in the middle of a statement returns a result without a command.
    if (result.command === null) {
      this.#lost ??= new DatabaseError('The database broke off its answer', CONNECTION_FAILURE, null)
      throw this.#lost
    }
    return result.rows
  }

  afterCommit(work: () => void): void {
    this.#afterCommit.push(work)
  }

  /** Runs several statements in one text, without parameters. */
  async script(text: string): Promise<void> {
    await this.#run((client) => client.query(text))
  }

  /** Commits. After a failed statement PostgreSQL rolls back instead and reports success; then this throws. */
  async commit(): Promise<void> {
    const result = await this.#run((client) => client.query('commit'))
    if (result.command !== 'COMMIT')
      throw new DatabaseError('The transaction had failed and is rolled back', '25P02', null)
    for (const work of this.#afterCommit.splice(0)) work()
  }

  /** Returns the session to the pool after its last statement. A broken session is removed from the pool. */
  async release(): Promise<void> {
    await this.#tail
    const client = this.#client
    this.#client = null
    client?.off('error', this.#onError)
    client?.release(this.#lost ?? undefined)
  }

  #run<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const running = this.#tail.then(async () => {
      if (!this.#client) throw new Error('This transaction is over: its `sql` was kept too long')
      if (this.#lost) throw this.#lost
      return await work(this.#client).catch((error: unknown) => {
        const refusal = refusalOf(error) ?? this.#lost
        // Neither the database nor the connection failed: a bug in this program, such as one name for two statements.
        if (!refusal) throw error
        if (endsSession(refusal)) this.#lost ??= refusal
        throw refusal
      })
    })
    this.#tail = running.catch(() => undefined)
    return running
  }
}

import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { NOW } from '#tests/support/server/app.ts'
import { emptyTables, openTestDb } from '#tests/support/server/database.ts'
import { noLog } from '#tests/support/server/no-log.ts'

interface Warning {
  readonly details: object
  readonly message: string
}

/** For what is done now and then: an empty database and a clock for each test of a file, which calls this once. */
class JobDesk {
  now = NOW
  warned: Warning[] = []
  #db: Db | null = null

  get db(): Db {
    if (!this.#db) throw new Error('the database is opened before the first test')
    return this.#db
  }

  async open(): Promise<void> {
    this.#db = await openTestDb()
  }

  async clear(): Promise<void> {
    await emptyTables(this.db)
    this.now = NOW
    this.warned = []
  }

  /** What a job is given; what it warns of is kept, and an error fails the test. */
  parts() {
    const warn = (details: object, message: string) => void this.warned.push({ details, message })
    return { db: this.db, clock: () => this.now, log: { ...noLog, warn } }
  }

  later(ms: number): void {
    this.now = new Date(this.now.getTime() + ms)
  }
}

export function jobDesk(): JobDesk {
  const desk = new JobDesk()
  beforeAll(() => desk.open())
  beforeEach(() => desk.clear())
  afterAll(() => desk.db.close())
  return desk
}

/** Of a job that nobody breaks off. */
export const never = new AbortController().signal

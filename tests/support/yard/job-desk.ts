import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { NOW } from '#tests/support/server/app.ts'
import { emptyTables, openTestDb } from '#tests/support/server/database.ts'
import { noLog } from '#tests/support/server/no-log.ts'

interface Warning {
  readonly details: object
  readonly message: string
}

/** Gives each test of a file an empty database and a clock, for tests of jobs. A file calls `jobDesk` once. */
class JobDesk {
  now = NOW
  warnings: Warning[] = []
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
    this.warnings = []
  }

  /** The arguments of a job. Its warnings are collected in `warnings`, and an error fails the test. */
  parts() {
    const warn = (details: object, message: string) => void this.warnings.push({ details, message })
    return { db: this.db, clock: () => this.now, log: { ...noLog, warn } }
  }

  advance(ms: number): void {
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

/** The signal of a job that is never aborted. */
export const neverAborted = new AbortController().signal

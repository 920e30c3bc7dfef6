import type { Client, Notification } from 'pg'
import type { DbLog } from '#server/db/db-log.ts'

/** How the processes on one database tell each other that something was committed. */
export interface NewsLine {
  /** From now on calls `onNews` for what others send, and when something of it may have been missed. */
  open(onNews: () => void): void
  /** Tells the other processes, over an open line. */
  send(): void
  close(): Promise<void>
}

const CHANNEL = 'haulyard_news'
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 30_000

/**
 * The line over PostgreSQL's LISTEN and NOTIFY: one connection of its own, opened at first use and again whenever it is
 * lost. Word is sent on it after the commit, not in the transaction: a transaction that notifies holds a lock of the whole
 * server while it commits, so all changes would stand in one line. Many sendings at once are one.
 */
export class PostgresLine implements NewsLine {
  readonly #connect: () => Client
  readonly #log: DbLog
  #onNews: () => void = () => undefined
  #client: Client | null = null
  #opening: Promise<void> | null = null
  #hasNews = false
  #isSending = false
  #isClosed = false
  #waited = FIRST_WAIT_MS
  #timer: NodeJS.Timeout | undefined

  constructor(connect: () => Client, log: DbLog) {
    this.#connect = connect
    this.#log = log
  }

  open(onNews: () => void): void {
    this.#onNews = onNews
    this.#open()
  }

  send(): void {
    this.#hasNews = true
    void this.#sendWaiting()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#opening
    await this.#client?.end()
  }

  #open(): void {
    if (this.#isClosed || this.#client !== null || this.#opening !== null || this.#timer !== undefined) return
    this.#opening = this.#openOnce().finally(() => {
      this.#opening = null
    })
  }

  async #openOnce(): Promise<void> {
    const client = this.#connect()
    // Without a listener a server that goes away takes this process with it; `end` follows.
    client.on('error', (error) => this.#log.info({ reason: error.message }, 'the line for news broke'))
    client.on('notification', (message: Notification) => {
      if (message.processId !== ownProcessOf(client)) this.#onNews()
    })
    client.once('end', () => this.#lost(client))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      this.#log.info({ reason: String(error) }, 'the line for news could not be opened; it is tried again')
      await client.end().catch(() => undefined) // It has gone already.
      this.#openLater()
      return
    }
    this.#client = client
    this.#waited = FIRST_WAIT_MS
    // What was sent while nobody listened here.
    this.#onNews()
    void this.#sendWaiting()
  }

  #lost(client: Client): void {
    if (this.#client !== client) return
    this.#client = null
    this.#openLater()
  }

  #openLater(): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    const wait = this.#waited / 2 + (Math.random() * this.#waited) / 2
    this.#waited = Math.min(this.#waited * 2, MAX_WAIT_MS)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#open()
    }, wait).unref()
  }

  async #sendWaiting(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    while (this.#hasNews && this.#client !== null) {
      this.#hasNews = false
      // A line that breaks here opens again by itself, and those at the other end look when theirs does.
      await this.#client.query(`notify ${CHANNEL}`).catch(() => undefined)
    }
    this.#isSending = false
  }
}

/** The server's number of a connection; the types of pg leave it out. */
function ownProcessOf(client: Client): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null
}

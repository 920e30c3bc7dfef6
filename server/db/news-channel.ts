import type { Client, Notification } from 'pg'
import type { DbLog } from '#server/db/db-log.ts'

/** Notifies the other processes on the same database that something was committed. */
export interface NewsChannel {
  /** Opens the channel: calls `onNews` for each notification of another process, and when one may have been missed. */
  open(onNews: () => void): void
  /** Notifies the other processes once the channel is open. */
  send(): void
  close(): Promise<void>
}

const CHANNEL = 'haulyard_news'
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 30_000

/**
 * A channel over PostgreSQL's LISTEN and NOTIFY. It has its own connection, which opens at first use and again whenever
 * it is lost. Notifications are sent after the commit, not in the transaction: a transaction with NOTIFY holds a lock
 * of the whole server while it commits, so all changes would wait for each other. Several sends at the same time become
 * one notification.
 */
export class PostgresNewsChannel implements NewsChannel {
  readonly #connect: () => Client
  readonly #log: DbLog
  #onNews: () => void = () => undefined
  #client: Client | null = null
  #opening: Promise<void> | null = null
  #hasNews = false
  #isSending = false
  #isClosed = false
  #retryMs = FIRST_WAIT_MS
  #retryTimer: NodeJS.Timeout | undefined

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
    void this.#sendPending()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retryTimer)
    await this.#opening
    await this.#client?.end()
  }

  #open(): void {
    if (this.#isClosed || this.#client !== null || this.#opening !== null || this.#retryTimer !== undefined) return
    this.#opening = this.#openOnce().finally(() => {
      this.#opening = null
    })
  }

  async #openOnce(): Promise<void> {
    const client = this.#connect()
    // Without a listener, a lost connection would end this process. The event `end` follows.
    client.on('error', (error) => this.#log.info({ reason: error.message }, 'the line for news broke'))
    client.on('notification', (message: Notification) => {
      if (message.processId !== backendProcessId(client)) this.#onNews()
    })
    client.once('end', () => this.#onLost(client))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      this.#log.info({ reason: String(error) }, 'the line for news could not be opened; it is tried again')
      await client.end().catch(() => undefined) // The connection may already be gone.
      this.#openLater()
      return
    }
    this.#client = client
    this.#retryMs = FIRST_WAIT_MS
    // Notifications may have been sent while the channel was closed.
    this.#onNews()
    void this.#sendPending()
  }

  #onLost(client: Client): void {
    if (this.#client !== client) return
    this.#client = null
    this.#openLater()
  }

  #openLater(): void {
    if (this.#isClosed) return
    clearTimeout(this.#retryTimer)
    const wait = this.#retryMs / 2 + (Math.random() * this.#retryMs) / 2
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_WAIT_MS)
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined
      this.#open()
    }, wait).unref()
  }

  async #sendPending(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    while (this.#hasNews && this.#client !== null) {
      this.#hasNews = false
      // When the connection breaks here, the channel opens again on its own. Its other users check when theirs reopens.
      await this.#client.query(`notify ${CHANNEL}`).catch(() => undefined)
    }
    this.#isSending = false
  }
}

/** The server's process id of a connection. The types of pg leave it out. */
function backendProcessId(client: Client): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null
}

import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { EmbeddedStart, FromWorker, ToWorker } from '#server/db/embedded/worker-messages.ts'

interface Chunk {
  readonly chunk: Buffer
}

/** No statement takes this long. After it the thread counts as hung: it is ended, and its statement fails. */
const MAX_ANSWER_MS = 5 * 60_000
/** The time a thread has to close the database before it is ended. Committed changes are safe in both cases. */
const MAX_CLOSE_MS = 10_000

/**
 * The socket between a pg client and the embedded database, whose worker thread speaks PostgreSQL's protocol.
 * Connecting opens the database, ending closes it. When the thread dies, the socket breaks. The pool's next client then
 * opens the database again, which recovers all committed changes.
 */
export class EmbeddedSocket extends Duplex {
  /** Resolves when this socket's thread has ended, so that another thread can use its files. */
  readonly gone: Promise<void>
  readonly #start: EmbeddedStart
  readonly #before: Promise<void>
  readonly #resolveGone: () => void
  #worker: Worker | null = null
  #failure: string | null = null
  #deadline: NodeJS.Timeout | undefined

  /** `before` is the `gone` of the previous socket: two threads on one folder would destroy it. */
  constructor(start: EmbeddedStart, before: Promise<void> = Promise.resolve()) {
    super()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.gone = promise
    this.#resolveGone = resolve
    this.#start = start
    this.#before = before
  }

  connect(): this {
    this.#before.then(() => {
      if (this.destroyed) this.#resolveGone()
      else this.#startWorker()
    }, this.destroy)
    return this
  }

  #startWorker(): void {
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: this.#start })
    this.#worker = worker
    worker.on('message', (message: FromWorker) => this.#receive(message))
    worker.on('error', (error) => {
      this.#failure ??= error instanceof Error ? error.message : String(error)
    })
    worker.on('exit', () => this.#onExit())
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send({ bytes: Uint8Array.from(chunk) })
    done()
  }

  /** Sends the messages of one statement together, so that the thread runs them without waiting in between. */
  override _writev(chunks: readonly Chunk[], done: () => void): void {
    this.#send({ bytes: Uint8Array.from(Buffer.concat(chunks.map(({ chunk }) => chunk))) })
    done()
  }

  override _read(): void {
    // Bytes are pushed as they arrive: the client has requested all of them.
  }

  override _final(done: () => void): void {
    if (this.#worker) this.#worker.once('exit', () => done())
    else done()
    this.#send({ stop: true })
    this.#setDeadline(MAX_CLOSE_MS, 'it did not close')
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const worker = this.#worker
    this.#worker = null
    const termination = worker?.terminate() ?? Promise.resolve()
    termination.then(
      () => done(error),
      (refusal: Error) => done(error ?? refusal),
    )
  }

  // A pg client calls these methods on its TCP socket. A thread does not need them.
  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#worker?.ref()
    return this
  }

  unref(): this {
    this.#worker?.unref()
    return this
  }

  #setDeadline(ms: number, failure: string): void {
    clearTimeout(this.#deadline)
    const worker = this.#worker
    this.#deadline = setTimeout(() => {
      this.#failure ??= failure
      void worker?.terminate()
    }, ms).unref()
  }

  #send(message: ToWorker): void {
    if ('bytes' in message) this.#setDeadline(MAX_ANSWER_MS, 'it did not answer')
    this.#worker?.postMessage(message, 'bytes' in message ? [message.bytes.buffer as ArrayBuffer] : [])
  }

  #receive(message: FromWorker): void {
    if ('bytes' in message) clearTimeout(this.#deadline)
    if ('bytes' in message) this.push(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.length))
    else if ('ready' in message) this.emit('connect')
    else this.#failure = message.failed
  }

  #onExit(): void {
    clearTimeout(this.#deadline)
    this.#worker = null
    this.#resolveGone()
    if (this.writableEnded && !this.#failure) this.push(null)
    else this.destroy(new Error(`The embedded database stopped${this.#failure ? `: ${this.#failure}` : ''}`))
  }
}

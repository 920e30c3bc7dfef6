import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { EmbeddedStart, FromWorker, ToWorker } from '#server/db/embedded/worker-messages.ts'

interface Chunk {
  readonly chunk: Buffer
}

/** No statement takes so long: past it the thread is taken for hung, ended, and its statement refused. */
const MAX_ANSWER_MS = 5 * 60_000
/** How long a thread may take to close the database before it is ended; what was committed is safe either way. */
const MAX_CLOSE_MS = 10_000

/**
 * The embedded database as a pg client sees it: a socket behind which a worker thread speaks PostgreSQL's protocol.
 * Connecting opens the database, ending closes it; when the thread dies the socket breaks, and the pool's next client
 * opens it anew and recovers what was committed.
 */
export class EmbeddedSocket extends Duplex {
  /** Resolves when this socket's thread has ended and its files are free for another one. */
  readonly gone: Promise<void>
  readonly #start: EmbeddedStart
  readonly #before: Promise<void>
  readonly #leave: () => void
  #worker: Worker | null = null
  #failure: string | null = null
  #patience: NodeJS.Timeout | undefined

  /** `before` is the `gone` of the socket before this one: two threads on one folder would destroy it. */
  constructor(start: EmbeddedStart, before: Promise<void> = Promise.resolve()) {
    super()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.gone = promise
    this.#leave = resolve
    this.#start = start
    this.#before = before
  }

  connect(): this {
    this.#before.then(() => {
      if (this.destroyed) this.#leave()
      else this.#run()
    }, this.destroy)
    return this
  }

  #run(): void {
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: this.#start })
    this.#worker = worker
    worker.on('message', (message: FromWorker) => this.#receive(message))
    worker.on('error', (error) => {
      this.#failure ??= error instanceof Error ? error.message : String(error)
    })
    worker.on('exit', () => this.#ended())
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send({ bytes: Uint8Array.from(chunk) })
    done()
  }

  /** The messages of one statement leave as one: the thread runs them without waiting in between. */
  override _writev(chunks: readonly Chunk[], done: () => void): void {
    this.#send({ bytes: Uint8Array.from(Buffer.concat(chunks.map(({ chunk }) => chunk))) })
    done()
  }

  override _read(): void {
    // Bytes are pushed as they come: the client has asked for each of them.
  }

  override _final(done: () => void): void {
    if (this.#worker) this.#worker.once('exit', () => done())
    else done()
    this.#send({ stop: true })
    this.#waitAtMost(MAX_CLOSE_MS, 'it did not close')
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const worker = this.#worker
    this.#worker = null
    const ended = worker?.terminate() ?? Promise.resolve()
    ended.then(
      () => done(error),
      (refusal: Error) => done(error ?? refusal),
    )
  }

  // What a pg client asks of a TCP socket and a thread has no need of.
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

  #waitAtMost(ms: number, failure: string): void {
    clearTimeout(this.#patience)
    const worker = this.#worker
    this.#patience = setTimeout(() => {
      this.#failure ??= failure
      void worker?.terminate()
    }, ms).unref()
  }

  #send(message: ToWorker): void {
    if ('bytes' in message) this.#waitAtMost(MAX_ANSWER_MS, 'it did not answer')
    this.#worker?.postMessage(message, 'bytes' in message ? [message.bytes.buffer as ArrayBuffer] : [])
  }

  #receive(message: FromWorker): void {
    if ('bytes' in message) clearTimeout(this.#patience)
    if ('bytes' in message) this.push(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.length))
    else if ('ready' in message) this.emit('connect')
    else this.#failure = message.failed
  }

  #ended(): void {
    clearTimeout(this.#patience)
    this.#worker = null
    this.#leave()
    if (this.writableEnded && !this.#failure) this.push(null)
    else this.destroy(new Error(`The embedded database stopped${this.#failure ? `: ${this.#failure}` : ''}`))
  }
}

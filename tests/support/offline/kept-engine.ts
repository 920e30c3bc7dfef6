import { Duplex } from 'node:stream'
import pg from 'pg'
import type { Db } from '#server/db/db.ts'
import { EmbeddedSocket } from '#server/db/embedded/embedded-socket.ts'
import { PooledDb } from '#server/db/pooled-db.ts'
import { valueParsers } from '#server/db/value-parsers.ts'

/** What a pg client says last. The engine would stop at it. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4])

/** An embedded database in memory that is started once, a second's work, and then opened by one test file after the other. */
export interface KeptEngine {
  /** A session as new. One at a time: the one before must have been closed. Throws when the engine has stopped. */
  readonly open: () => Promise<Db>
  readonly end: () => Promise<void>
}

/** Starts a database as a copy of `snapshot`. It does not keep the process alive while nobody has it open. */
export async function keepEngine(snapshot: string): Promise<KeptEngine> {
  const socket = new EmbeddedSocket({ folder: null, snapshot, syncs: new SharedArrayBuffer(4) })
  const line = new EngineLine(socket)
  const open = async () => {
    const db = new PooledDb(
      'embedded',
      poolOver(() => line.newEnd()),
    )
    // The engine has one session for all its life: what the file before set, prepared or locked in it goes.
    await db.script(null, 'discard all')
    const close = db.close.bind(db)
    db.close = async () => {
      await close()
      await line.free
    }
    return db
  }
  return { open, end: () => line.stop() }
}

function poolOver(stream: () => Duplex): pg.Pool {
  const pool = new pg.Pool({
    ...{ max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres' },
    ...{ types: valueParsers, stream },
  })
  pool.on('error', (error) => {
    throw error
  })
  return pool
}

/** The one way to the engine, whose other end is held by one pg client after the other. */
class EngineLine {
  readonly #socket: EmbeddedSocket
  readonly #hasStarted: Promise<void>
  /** What the engine said to the first client's greeting: it greets only once. */
  readonly #greeting: Buffer[] = []
  #end: ClientEnd | null = null
  #free: Promise<void> = Promise.resolve()
  #failure: Error | null = null

  constructor(socket: EmbeddedSocket) {
    this.#socket = socket
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#hasStarted = promise
    socket.once('connect', resolve)
    socket.on('data', (bytes: Buffer) => this.#heard(bytes))
    socket.on('error', (error) => {
      this.#failure ??= error
    })
    socket.once('close', () => {
      this.#failure ??= new Error('the embedded database of the tests has stopped')
      this.#end?.destroy(this.#failure)
    })
    socket.connect()
  }

  /** Resolves when the client has left: a pool that has ended may not yet have said so to its clients. */
  get free(): Promise<void> {
    return this.#free
  }

  newEnd(): ClientEnd {
    if (this.#end) throw new Error('the test file before has not closed its database')
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = new ClientEnd(this.#hasStarted, (bytes) => this.#say(bytes))
    end.once('close', () => {
      this.#end = null
      this.#socket.unref()
      resolve()
    })
    this.#free = promise
    this.#end = end
    this.#socket.ref()
    if (this.#failure) end.destroy(this.#failure)
    return end
  }

  async stop(): Promise<void> {
    this.#socket.ref()
    this.#socket.end()
    await this.#socket.gone
  }

  #say(bytes: Buffer): void {
    // A greeting alone begins with its length instead of a letter.
    const isGreeting = bytes[0] === 0
    if (isGreeting && this.#greeting.length > 0) this.#end?.push(Buffer.concat(this.#greeting))
    else this.#socket.write(bytes)
  }

  #heard(bytes: Buffer): void {
    if (this.#greeting.length === 0) this.#greeting.push(bytes)
    this.#end?.push(bytes)
  }
}

/** The engine as one pg client sees it: a socket. That the client leaves is not told to the engine. */
class ClientEnd extends Duplex {
  readonly #started: Promise<void>
  readonly #send: (bytes: Buffer) => void

  constructor(started: Promise<void>, send: (bytes: Buffer) => void) {
    super()
    this.#started = started
    this.#send = send
  }

  connect(): this {
    void this.#started.then(() => this.emit('connect'))
    return this
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!chunk.equals(TERMINATE)) this.#send(chunk)
    done()
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done)
  }

  override _read(): void {
    // Bytes are pushed as they come: the client has asked for each of them.
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  // What a pg client asks of a TCP socket.
  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}

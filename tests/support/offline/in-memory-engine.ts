import { Duplex } from 'node:stream'
import pg from 'pg'
import type { Db } from '#server/db/db.ts'
import { EmbeddedSocket } from '#server/db/embedded/embedded-socket.ts'
import { PooledDb } from '#server/db/pooled-db.ts'
import { valueParsers } from '#server/db/value-parsers.ts'

/** A pg client's last message. It would stop the engine. */
const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4])

/**
 * An embedded database in memory. Test files open it one after the other, because starting a new one takes a second.
 */
export interface InMemoryEngine {
  /**
   * Opens the database with a reset session. The previous one must be closed. Throws if the engine has stopped.
   */
  readonly open: () => Promise<Db>
  readonly end: () => Promise<void>
}

/** Starts a database as a copy of `snapshot`. It does not keep the process alive while it is not open. */
export async function startInMemoryEngine(snapshot: string): Promise<InMemoryEngine> {
  const socket = new EmbeddedSocket({ folder: null, snapshot, syncs: new SharedArrayBuffer(4) })
  const connection = new EngineConnection(socket)
  const open = async () => {
    const db = new PooledDb(
      'embedded',
      poolOver(() => connection.connectClient()),
    )
    // The engine has a single session: this removes the settings, statements and locks of the previous test file.
    await db.script(null, 'discard all')
    const close = db.close.bind(db)
    db.close = async () => {
      await close()
      await connection.clientGone
    }
    return db
  }
  return { open, end: () => connection.stop() }
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

/** The only connection to the engine. One pg client after the other uses it. */
class EngineConnection {
  readonly #socket: EmbeddedSocket
  readonly #hasStarted: Promise<void>
  /** The engine's response to the first client's startup message: it sends this response only once. */
  readonly #greeting: Buffer[] = []
  #end: ClientSocket | null = null
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

  /** Resolves when the client has disconnected: a pool can end before its clients do. */
  get clientGone(): Promise<void> {
    return this.#free
  }

  connectClient(): ClientSocket {
    if (this.#end) throw new Error('the test file before has not closed its database')
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = new ClientSocket(this.#hasStarted, (bytes) => this.#say(bytes))
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
    // Only a startup message begins with its length instead of a letter.
    const isGreeting = bytes[0] === 0
    if (isGreeting && this.#greeting.length > 0) this.#end?.push(Buffer.concat(this.#greeting))
    else this.#socket.write(bytes)
  }

  #heard(bytes: Buffer): void {
    if (this.#greeting.length === 0) this.#greeting.push(bytes)
    this.#end?.push(bytes)
  }
}

/** The socket that one pg client uses to reach the engine. It does not tell the engine when the client disconnects. */
class ClientSocket extends Duplex {
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
    // Bytes are pushed when they arrive: each is part of a response to this client.
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  // The methods of a TCP socket that a pg client calls.
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

import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { DurableFs } from '#server/db/embedded/durable-fs.ts'
import type { EmbeddedStart, FromWorker, ToWorker } from '#server/db/embedded/worker-messages.ts'

// The embedded database's own thread: it takes bytes of PostgreSQL's protocol and answers bytes, one message at a time.
// On the server's thread a slow statement would hold up every request.

const start: EmbeddedStart = workerData
const port = parentPort
if (!port) throw new Error('Run me as a worker thread')
const say = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

/** Ends this thread without another instruction of PostgreSQL being run: the next one recovers from its log. */
function stopDead(error: unknown): void {
  say({ failed: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

function options(): PGliteOptions {
  if (start.folder === null) {
    return start.snapshot === null ? {} : { loadDataDir: new Blob([readFileSync(start.snapshot)]) }
  }
  const counter = new Int32Array(start.syncs)
  return {
    fs: new DurableFs(start.folder, () => Atomics.add(counter, 0, 1), stopDead),
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
    ],
  }
}

async function answer(pg: PGlite, bytes: Uint8Array): Promise<void> {
  const chunks: Uint8Array[] = []
  // The chunks are windows into the engine's memory: they are copied before it goes on.
  await pg.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (chunk) => void chunks.push(chunk.slice()) })
  const all = Uint8Array.from(Buffer.concat(chunks))
  say({ bytes: all }, [all.buffer])
}

try {
  const pg = await PGlite.create(options())
  // PGlite answers within the call; the order of messages is the order of answers.
  let last: Promise<void> = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    last = last
      .then(async () => {
        if ('bytes' in message) return await answer(pg, message.bytes)
        await pg.close()
        process.exit(0)
      })
      .catch(stopDead)
  })
  say({ ready: true })
} catch (error) {
  stopDead(error)
}

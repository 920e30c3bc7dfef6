import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { DurableFs } from '#server/db/embedded/durable-fs.ts'
import type { EmbeddedStart, FromWorker, ToWorker } from '#server/db/embedded/worker-messages.ts'

// The embedded database's own thread. It receives and returns bytes of PostgreSQL's protocol, one message at a time.
// On the server's thread a slow statement would delay every request.

const start: EmbeddedStart = workerData
const port = parentPort
if (!port) throw new Error('Run me as a worker thread')
const sendMessage = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

/** Ends this thread before PostgreSQL runs another instruction. The next thread recovers from the write-ahead log. */
function crash(error: unknown): void {
  sendMessage({ failed: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

function options(): PGliteOptions {
  if (start.folder === null) {
    return start.snapshot === null ? {} : { loadDataDir: new Blob([readFileSync(start.snapshot)]) }
  }
  const counter = new Int32Array(start.syncs)
  return {
    fs: new DurableFs(start.folder, () => Atomics.add(counter, 0, 1), crash),
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
    ],
  }
}

async function runMessage(pg: PGlite, bytes: Uint8Array): Promise<void> {
  const chunks: Uint8Array[] = []
  // The chunks are views of the engine's memory, so they are copied before it continues.
  await pg.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (chunk) => void chunks.push(chunk.slice()) })
  const all = Uint8Array.from(Buffer.concat(chunks))
  sendMessage({ bytes: all }, [all.buffer])
}

try {
  const pg = await PGlite.create(options())
  // PGlite responds within the call. Responses are in the order of the messages.
  let last: Promise<void> = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    last = last
      .then(async () => {
        if ('bytes' in message) return await runMessage(pg, message.bytes)
        await pg.close()
        process.exit(0)
      })
      .catch(crash)
  })
  sendMessage({ ready: true })
} catch (error) {
  crash(error)
}

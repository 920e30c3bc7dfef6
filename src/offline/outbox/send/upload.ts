import * as z from 'zod/mini'
import { uploadEndpoints } from '#contract/files/files.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { CallOptions } from '#src/api/call.ts'
import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import { bytesOf, lostFileResult } from '#src/offline/outbox/save/files.ts'
import type { OutboxPorts, UploadOptions } from '../ports.ts'
import type { AttemptResult } from './attempt-result.ts'
import { isFrozen } from './frozen.ts'
import { noteUploadProgress } from './note-progress.ts'

/** The most that a lost connection can cost. At 5 kB per second a part still arrives within its time limit. */
const PART_BYTES = 256 * 1024
const PART_TIMEOUT_MS = 60_000
/** The server decides the offset of an upload. After more corrections than this the upload is tried again later. */
const MAX_CORRECTIONS = 3

type Attempt = (endpoint: EndpointShape, options: CallOptions<EndpointShape>) => Promise<AttemptResult>

const FILE_COMPLETE: AttemptResult = { kind: 'answer', status: 200, reply: null, retryAfterMs: null }

/**
 * Sends the files of an entry before the entry itself. Null when the server has all of them; else the result of the
 * failed attempt, which counts as the result of the change. The caller ends the progress that this tells.
 */
export async function uploadFiles(
  ports: Pick<OutboxPorts, 'store' | 'mirror' | 'transport'>,
  entry: OutboxEntry,
  options: Pick<UploadOptions, 'signal' | 'isNew'>,
): Promise<AttemptResult | null> {
  // Until the server has said otherwise, it has what it had at the end of the last attempt.
  const sent = new Map(entry.files.map((file) => [file.id, file.sent ?? 0]))
  for (const file of entry.files) {
    const bytes = await bytesOf(ports, file)
    const progress = (bytesSent: number) => noteUploadProgress(entry, sent.set(file.id, bytesSent))
    progress(sent.get(file.id) ?? 0)
    const result = await ports.transport.upload(entry, file, bytes, { ...options, progress })
    const isWhole = result.kind === 'answer' && result.status < 300
    // With the last file all are there: the end of the attempt stores that.
    if (!isWhole || file !== entry.files.at(-1)) await storeSent(ports, entry, [sent, options.signal])
    if (!isWhole) return result.kind === 'answer' ? { ...result, concernsFile: true } : result
  }
  return null
}

/**
 * Stores with the entry how much of each file the server has, so that the Outbox shows it after the line has dropped and
 * after a restart. Nothing else depends on it: a device that can't store it goes on sending.
 */
async function storeSent(
  { store }: Pick<OutboxPorts, 'store'>,
  { seq, id, files }: OutboxEntry,
  [sent, signal]: readonly [ReadonlyMap<string, number>, AbortSignal],
): Promise<void> {
  // After a freeze another tab may be sending, and knows better.
  if (isFrozen(signal) || files.every((file) => (file.sent ?? 0) === sent.get(file.id))) return
  await store
    .write(async (tx) => {
      const now = isFrozen(signal) ? undefined : await tx.entry(seq)
      if (now?.id !== id) return
      await tx.putEntry({ ...now, files: now.files.map((file) => ({ ...file, sent: sent.get(file.id) ?? file.sent })) })
    })
    .catch(leaveUnstored)
}
const leaveUnstored = (): void => undefined

/** Sends the parts of a file that the server does not have. Results in a 2xx when the server has the whole file. */
export async function sendParts(
  attempt: Attempt,
  file: Pick<StoredFile, 'id' | 'name' | 'size'>,
  bytes: Blob | null,
  options: UploadOptions,
): Promise<AttemptResult> {
  const params = { id: file.id }
  let offset = 0
  if (!options.isNew || bytes === null) {
    const result = await attempt(uploadEndpoints.find, { params })
    const isUnknown = result.kind === 'answer' && result.status === 404
    const newOffset = isUnknown ? 0 : offsetOf(result)
    if (newOffset === null) return result
    offset = newOffset
  }
  if (offset < file.size && bytes === null) return lostFileResult(file)
  for (let corrections = 0; offset < file.size && bytes !== null; ) {
    options.progress(offset)
    const result = await attempt(uploadEndpoints.send, {
      params,
      headers: {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'upload-length': String(file.size),
      },
      body: bytes.slice(offset, offset + PART_BYTES),
      timeoutMs: PART_TIMEOUT_MS,
    })
    const newOffset = offsetOf(result)
    if (newOffset === null) return result
    if (result.kind === 'answer' && result.status === 409 && ++corrections > MAX_CORRECTIONS) return result
    offset = newOffset
  }
  options.progress(file.size)
  return FILE_COMPLETE
}

const position = z.object({ offset: z.int().check(z.nonnegative()) })

/** The offset in the server's response: to accepted bytes, or to bytes sent from the wrong offset (409). */
function offsetOf(result: AttemptResult): number | null {
  if (result.kind !== 'answer' || (result.status >= 300 && result.status !== 409)) return null
  return position.safeParse(result.reply).data?.offset ?? null
}

import * as z from 'zod/mini'
import { uploadEndpoints } from '#contract/files/files.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { CallOptions } from '#src/api/call.ts'
import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import { bytesOf, lostFileResult } from '#src/offline/outbox/save/files.ts'
import type { OutboxPorts, UploadOptions } from '../ports.ts'
import type { AttemptResult } from './attempt-result.ts'
import { noteUploadProgress } from './upload-progress.ts'

/** The most that a lost connection can cost. At 5 kB per second a part still arrives within its time limit. */
const PART_BYTES = 256 * 1024
const PART_TIMEOUT_MS = 60_000
/** The server decides the offset of an upload. After more corrections than this the upload is tried again later. */
const MAX_CORRECTIONS = 3

type Attempt = (endpoint: EndpointShape, options: CallOptions<EndpointShape>) => Promise<AttemptResult>

const FILE_COMPLETE: AttemptResult = { kind: 'answer', status: 200, reply: null, retryAfterMs: null }

/**
 * Sends the files of an entry before the entry itself. Null when the server has all of them; else the result of the
 * failed attempt, which counts as the result of the change.
 */
export async function uploadFiles(
  ports: Pick<OutboxPorts, 'store' | 'mirror' | 'transport'>,
  entry: OutboxEntry,
  options: Pick<UploadOptions, 'signal' | 'isNew'>,
): Promise<AttemptResult | null> {
  const sent = new Map<string, number>()
  try {
    for (const file of entry.files) {
      const bytes = await bytesOf(ports, file)
      const progress = (bytesSent: number) => noteUploadProgress(entry, sent.set(file.id, bytesSent))
      progress(0)
      const result = await ports.transport.upload(entry, file, bytes, { ...options, progress })
      if (result.kind !== 'answer') return result
      if (result.status >= 300) return { ...result, concernsFile: true }
    }
  } finally {
    noteUploadProgress(entry, null)
  }
  return null
}

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

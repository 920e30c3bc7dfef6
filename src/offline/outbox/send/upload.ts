import * as z from 'zod/mini'
import { uploadEndpoints } from '#contract/files/files.ts'
import type { EndpointShape } from '#contract/wire/endpoint.ts'
import type { CallOptions } from '#src/api/call.ts'
import type { OutboxEntry, StoredFile } from '#src/offline/outbox/entry/entry.ts'
import { bytesOf, lost } from '#src/offline/outbox/save/files.ts'
import type { OutboxPorts, UploadCourse } from '../ports.ts'
import type { AttemptResult } from './attempt-result.ts'
import { noteUpload } from './upload-progress.ts'

/** A part is what a cut connection can cost. On a line of 5 kB a second it still arrives in time. */
const PART_BYTES = 256 * 1024
const PART_TIMEOUT_MS = 60_000
/** The server is right about where an upload stands; one that goes on changing its mind is asked again later. */
const MAX_CORRECTIONS = 3

type Ask = (endpoint: EndpointShape, options: CallOptions<EndpointShape>) => Promise<AttemptResult>

const WHOLE: AttemptResult = { kind: 'answer', status: 200, reply: null, retryAfterMs: null }

/**
 * Sends the files of an entry, before the entry itself. Answers null when the server has all of them; else what came of
 * the attempt, which counts as if it had come of the change.
 */
export async function uploadFiles(
  ports: Pick<OutboxPorts, 'store' | 'mirror' | 'transport'>,
  entry: OutboxEntry,
  course: Pick<UploadCourse, 'signal' | 'isNew'>,
): Promise<AttemptResult | null> {
  const sent = new Map<string, number>()
  try {
    for (const file of entry.files) {
      const bytes = await bytesOf(ports, file)
      const progress = (bytesSent: number) => noteUpload(entry, sent.set(file.id, bytesSent))
      progress(0)
      const facts = await ports.transport.upload(entry, file, bytes, { ...course, progress })
      if (facts.kind !== 'answer') return facts
      if (facts.status >= 300) return { ...facts, isOfFile: true }
    }
  } finally {
    noteUpload(entry, null)
  }
  return null
}

/** Sends what the server does not have of a file; a 2xx when it has all of it. */
export async function sendParts(
  ask: Ask,
  file: Pick<StoredFile, 'id' | 'name' | 'size'>,
  bytes: Blob | null,
  course: UploadCourse,
): Promise<AttemptResult> {
  const params = { id: file.id }
  let offset = 0
  if (!course.isNew || bytes === null) {
    const facts = await ask(uploadEndpoints.find, { params })
    const isUnknown = facts.kind === 'answer' && facts.status === 404
    const stands = isUnknown ? 0 : offsetOf(facts)
    if (stands === null) return facts
    offset = stands
  }
  if (offset < file.size && bytes === null) return lost(file)
  for (let corrections = 0; offset < file.size && bytes !== null; ) {
    course.progress(offset)
    const facts = await ask(uploadEndpoints.send, {
      params,
      headers: {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'upload-length': String(file.size),
      },
      body: bytes.slice(offset, offset + PART_BYTES),
      timeoutMs: PART_TIMEOUT_MS,
    })
    const stands = offsetOf(facts)
    if (stands === null) return facts
    if (facts.kind === 'answer' && facts.status === 409 && ++corrections > MAX_CORRECTIONS) return facts
    offset = stands
  }
  course.progress(file.size)
  return WHOLE
}

const position = z.object({ offset: z.int().check(z.nonnegative()) })

/** Where the upload stands, as the server says in its yes, and in its no to bytes from the wrong place. */
function offsetOf(facts: AttemptResult): number | null {
  if (facts.kind !== 'answer' || (facts.status >= 300 && facts.status !== 409)) return null
  return position.safeParse(facts.reply).data?.offset ?? null
}

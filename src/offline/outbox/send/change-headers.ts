import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'

/** The headers that make it safe to send a change more than once. */
export function changeHeaders(entry: OutboxEntry) {
  return {
    'Idempotency-Key': `"${entry.id}"`,
    'Device-Id': entry.device,
    'Device-Seq': String(entry.seq),
    ...(entry.seenVersion === null ? {} : { 'If-Match': `"${entry.seenVersion}"` }),
  }
}

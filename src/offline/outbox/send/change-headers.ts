import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'

/** The headers that make a change safe to send more than once. */
export function headersOf(entry: OutboxEntry) {
  return {
    'Idempotency-Key': `"${entry.id}"`,
    'Device-Id': entry.device,
    'Device-Seq': String(entry.seq),
    ...(entry.seenVersion === null ? {} : { 'If-Match': `"${entry.seenVersion}"` }),
  }
}

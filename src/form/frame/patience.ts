import { SILENCE_LIMIT_MS, silenceLimitMs } from '#src/api/silence.ts'
import type { NewChangeWithFiles } from '#src/offline/outbox/save/stored-files.ts'

/** The longest time that a form waits for the server's response, in milliseconds: shorter than it takes to wonder. */
const PATIENCE_MS = 1_000
/** The same for a form whose user goes on from the response. */
const LONG_PATIENCE_MS = 6_000
/** With more bytes of files than this a form does not wait: even a good connection takes longer than the patience. */
const MAX_AWAITED_BYTES = 128 * 1024
/** After a wait in vain the connection counts as slow for this long, in milliseconds. */
const SLOW_FOR_MS = 30_000

/** When a form last waited in vain, by `performance.now()`. */
let inVainAt = Number.NEGATIVE_INFINITY

/** Notes whether the server responded while a form waited. */
export function noteWait(isInTime: boolean, now = performance.now()): void {
  inVainAt = isInTime ? Number.NEGATIVE_INFINITY : now
}

/**
 * How long a form waits for the server's response to its changes, in milliseconds; 0 for not at all. A change that is
 * stored on the device is safe: waiting only serves to show a refusal at the fields, so it must cost the user next to
 * nothing.
 */
export function patienceFor(
  changes: readonly Pick<NewChangeWithFiles, 'files'>[],
  { needsResponse = false }: { readonly needsResponse?: boolean },
  now = performance.now(),
): number {
  if (needsResponse) return LONG_PATIENCE_MS
  const bytes = changes.flatMap(({ files = [] }) => files).reduce((sum, { file }) => sum + file.size, 0)
  const isSlow = silenceLimitMs() > SILENCE_LIMIT_MS || now - inVainAt < SLOW_FOR_MS
  return bytes > MAX_AWAITED_BYTES || isSlow ? 0 : PATIENCE_MS
}

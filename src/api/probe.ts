import { ask } from './ask.ts'
import { patienceMs } from './silence.ts'
import { overFreezes } from './until-left.ts'

/** An answer that comes later than this is no longer waited for. */
const MAX_MS = 15_000

async function isThere(limit: AbortSignal): Promise<boolean> {
  try {
    return await overFreezes(async (signal) => {
      const url = `${globalThis.location.origin}/api/health/`
      const response = await ask(url, { cache: 'no-store', signal }, 'anybody')
      const body: unknown = response.ok ? await response.json() : null
      return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
    }, limit)
  } catch {
    // No answer, or none of the server's: that is what was asked.
    return false
  }
}

/**
 * Asks the server whether it is there. `silent`: nothing came for as long as is borne; if its "ok" comes after that,
 * `onLate` is told how long it took, in milliseconds. `not_there` for anything but that "ok". Never throws.
 */
export function probe(onLate: (tookMs: number) => void): Promise<'there' | 'silent' | 'not_there'> {
  const asked = performance.now()
  const answer = isThere(AbortSignal.timeout(MAX_MS))
  return new Promise((resolve) => {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      resolve('silent')
    }, patienceMs())
    void answer.then((isOk) => {
      clearTimeout(timer)
      if (isOver && isOk) onLate(performance.now() - asked)
      resolve(isOk ? 'there' : 'not_there')
    })
  })
}

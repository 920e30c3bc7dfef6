/** How long the server may be silent before it counts as unreachable: a hanging connection is worse than none. */
export const SILENCE_LIMIT_MS = 3_000
/** The highest silence limit, for a server that has just responded late. */
const MAX_SILENCE_LIMIT_MS = 8_000

let limitMs = SILENCE_LIMIT_MS

/** The current silence limit, in milliseconds. */
export function silenceLimitMs(): number {
  return limitMs
}
/** Raises the limit after a response that took `lateMs`; without an argument, resets it. */
export function setSilenceLimit(lateMs = 0): void {
  limitMs = Math.min(Math.max(SILENCE_LIMIT_MS, lateMs * 1.5), MAX_SILENCE_LIMIT_MS)
}

/** Resolves with null when the silence limit, counted from now, has passed. */
export const untilSilenceLimit = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), limitMs))

export interface SilenceWatch {
  /** Part of the response arrived: the silence restarts. */
  readonly heard: () => void
  /** How long nothing has arrived, in milliseconds. */
  readonly silentMs: () => number
  readonly stop: () => void
}

/**
 * Watches one call. Calls `onSilence` with `suspect` after half of the silence limit (time to check whether the server
 * is up), with `silent` after all of it, and so on in turn until something is heard.
 */
export function watchSilence(onSilence: (sign: 'suspect' | 'silent') => void): SilenceWatch {
  let since = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const step = (sign: 'suspect' | 'silent') => {
    timer = setTimeout(() => {
      onSilence(sign)
      step(sign === 'suspect' ? 'silent' : 'suspect')
    }, limitMs / 2)
  }
  step('suspect')
  return {
    heard() {
      since = performance.now()
      clearTimeout(timer)
      step('suspect')
    },
    silentMs: () => performance.now() - since,
    stop: () => clearTimeout(timer),
  }
}

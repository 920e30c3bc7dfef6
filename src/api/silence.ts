/** How long the server may be silent before it counts as out of reach: a connection that hangs is worse than none. */
export const PATIENCE_MS = 3_000
/** The most that is waited for a server that has been heard late just now. */
const MAX_PATIENCE_MS = 8_000

let patience = PATIENCE_MS

/** The silence, in milliseconds, that is borne at present. */
export function patienceMs(): number {
  return patience
}
/** Bears more where an answer came `lateMs` after it was asked for; no argument: as much as at the start. */
export function setPatience(lateMs = 0): void {
  patience = Math.min(Math.max(PATIENCE_MS, lateMs * 1.5), MAX_PATIENCE_MS)
}

/** Resolves, to nothing, once a server that is silent from now on counts as out of reach. */
export const untilImpatient = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), patience))

export interface SilenceWatch {
  /** Something came in: the silence starts anew. */
  readonly heard: () => void
  /** How long nothing has come in, in milliseconds. */
  readonly silentMs: () => number
  readonly stop: () => void
}

/**
 * Watches one call. `onSilence` is told after half of the patience (`suspect`: time to ask whether the server is there at
 * all), after all of it (`silent`), and so on in turn until something is heard.
 */
export function watchSilence(onSilence: (sign: 'suspect' | 'silent') => void): SilenceWatch {
  let since = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const step = (sign: 'suspect' | 'silent') => {
    timer = setTimeout(() => {
      onSilence(sign)
      step(sign === 'suspect' ? 'silent' : 'suspect')
    }, patience / 2)
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

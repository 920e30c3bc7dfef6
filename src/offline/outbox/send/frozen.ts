/** Why a tab's work was called off: the browser stops it in its tracks, and it may go on hours later as if nothing was. */
export const FROZEN = 'frozen'

/**
 * Whether this tab was frozen since the work began. Another tab sends by now: whatever is only this tab's opinion must
 * not be written any more. What the server said stays true.
 */
export function isFrozen(signal: AbortSignal): boolean {
  return signal.reason === FROZEN
}

/** Resolves when the tab is about to be frozen. */
export function whenFrozen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => isFrozen(signal) && resolve()
    signal.addEventListener('abort', look, { once: true })
    look()
  })
}

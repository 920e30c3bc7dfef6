/** Abort reason: the browser is about to freeze the tab. The tab may resume hours later, in the middle of its work. */
export const FROZEN = 'frozen'

/**
 * Whether this tab was frozen since the work began. Another tab may be sending now, so this tab must not write anything
 * that it only assumes. A response from the server stays true and may be written.
 */
export function isFrozen(signal: AbortSignal): boolean {
  return signal.reason === FROZEN
}

/** Resolves when the tab is about to be frozen. */
export function whenFrozen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => isFrozen(signal) && resolve()
    signal.addEventListener('abort', check, { once: true })
    check()
  })
}

/** Lets the page do other waiting work: typing, painting. Uses no timer, because hidden tabs slow timers down. */
export function yieldToPage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** The longest that a series of small steps may block the page without a pause, in milliseconds: half a frame. */
const MAX_BLOCKING_MS = 8

/**
 * Returns a function to await between small steps. It yields to the page once the steps have blocked it for half a
 * frame. `now` returns milliseconds.
 */
export function createYielder(now = () => performance.now()): () => Promise<void> {
  let startedAt = now()
  return async () => {
    if (now() - startedAt < MAX_BLOCKING_MS) return
    await yieldToPage()
    startedAt = now()
  }
}

/** Runs `work` for each item and yields to the page after every `atOnce` items, so that thousands make no long task. */
export async function forEachYielding<T>(all: readonly T[], work: (one: T) => void, atOnce = 100): Promise<void> {
  for (const [at, one] of all.entries()) {
    if (at > 0 && at % atOnce === 0) await yieldToPage()
    work(one)
  }
}

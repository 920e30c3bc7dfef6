/** Lets the page do whatever else waits: typing, painting. Not by a timer: those are slowed down in hidden tabs. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** The longest that many small works may hold the page up at once, in milliseconds: half a frame. */
const AT_ONCE_MS = 8

/** To be awaited between small works: it breathes once they have held the page up for half a frame. `now` in milliseconds. */
export function breather(now = () => performance.now()): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < AT_ONCE_MS) return
    await breathe()
    since = now()
  }
}

/** Does `work` to each, and breathes now and then, so that thousands of them make no long task. */
export async function unhurried<T>(all: readonly T[], work: (one: T) => void, atOnce = 100): Promise<void> {
  for (const [at, one] of all.entries()) {
    if (at > 0 && at % atOnce === 0) await breathe()
    work(one)
  }
}

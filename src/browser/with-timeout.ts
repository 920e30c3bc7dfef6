/**
 * Settles as `awaited` does, but rejects with a `TimeoutError` when that takes longer than `longestMs`. A database may
 * never open: some browsers never respond after a crash, and an older version of the app in a frozen tab can block it.
 */
export function withTimeout<T>(awaited: Promise<T>, longestMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const late = () => reject(new DOMException('The browser does not answer.', 'TimeoutError'))
  const timer = setTimeout(late, longestMs)
  awaited.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}

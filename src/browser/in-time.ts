/**
 * As what is waited for, but rejects with a `TimeoutError` when that takes longer. A database may never open: some browsers
 * never answer after a crash, and an older version of the app in a frozen tab does not let go.
 */
export function inTime<T>(awaited: Promise<T>, longestMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const late = () => reject(new DOMException('The browser does not answer.', 'TimeoutError'))
  const timer = setTimeout(late, longestMs)
  awaited.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}

/**
 * Rejects with a `TimeoutError` when a database takes longer to open than any opening that comes to an end: some browsers
 * never answer after a crash, and an older version of the app in a frozen tab does not let go.
 */
export function inTime<T>(opening: Promise<T>, longestMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const late = () => reject(new DOMException('The browser does not answer.', 'TimeoutError'))
  const timer = setTimeout(late, longestMs)
  opening.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}

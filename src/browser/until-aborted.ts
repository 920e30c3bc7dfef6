/**
 * Settles as `awaited` does, but rejects with the signal's reason as soon as the signal is aborted. The work itself goes
 * on: others may wait for it too.
 */
export function untilAborted<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  awaited.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  return promise
}

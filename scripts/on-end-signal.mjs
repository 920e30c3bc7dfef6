/**
 * Calls `end` with each signal that ends this process: Ctrl+C, `kill`, a closed terminal. Also calls `end` when the
 * parent process is gone: npm ends only the shell that it started, not the programs in that shell.
 * @param {(signal: NodeJS.Signals, isHeardByAll: boolean) => void} end `isHeardByAll`: a Ctrl+C in a terminal has
 *   already reached the programs that this process started
 */
export function onEndSignal(end) {
  const watch = process.env.npm_lifecycle_event ? whenOrphaned(() => end('SIGTERM', false)) : undefined
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => {
      // npm ends on the same signal. Without this, its end would count as a second request to stop.
      clearInterval(watch)
      end(signal, signal === 'SIGINT' && process.stdin.isTTY === true)
    })
}

function whenOrphaned(/** @type {() => void} */ end) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 250)
  return watch.unref()
}

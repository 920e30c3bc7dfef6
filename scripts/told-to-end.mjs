/**
 * Calls `end` with each signal that tells this process to end: Ctrl+C, `kill`, a terminal that is closed. Also when the
 * program that started it is gone: npm ends the shell that it started, and not what runs in it.
 * @param {(signal: NodeJS.Signals, isHeardByAll: boolean) => void} end `isHeardByAll`: Ctrl+C in a terminal reaches the
 *   programs that this process has started by itself
 */
export function whenToldToEnd(end) {
  const watch = process.env.npm_lifecycle_event ? whenOrphaned(() => end('SIGTERM', false)) : undefined
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => {
      // npm goes when it is told to, and this process was told with it: that is one stop, and not a second one.
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

/** Returns a function that runs work unless other work is still running: a second tap on Save does nothing. */
export function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let isBusy = false
  return async (work) => {
    if (isBusy) return
    isBusy = true
    try {
      await work()
    } finally {
      isBusy = false
    }
  }
}

/** A gate through which work goes unless some is still inside: a second tap on Save is the same tap. */
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

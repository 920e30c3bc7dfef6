/**
 * A frozen tab still hears messages of other tabs, but nothing of what it asks the disk for then. So a transaction that
 * it begins stays open for as long as it sleeps, and every other tab waits for it to end.
 */
let isFrozen = false
let delayed: (() => void)[] = []

globalThis.document?.addEventListener('freeze', () => {
  isFrozen = true
})
globalThis.document?.addEventListener('resume', () => {
  isFrozen = false
  const due = delayed
  delayed = []
  for (const work of due) work()
})

/** Runs `work` at once; in a tab that the browser has frozen, when that tab goes on. For all that other tabs set going. */
export function whenAwake(work: () => void): void {
  if (isFrozen) delayed.push(work)
  else work()
}

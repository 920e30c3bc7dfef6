/** What the number on the icon counts: records that need attention, and changes that the server has not settled yet. */
type Counted = 'attention' | 'outbox'

const counts: Record<Counted, number> = { attention: 0, outbox: 0 }
/** What this page has last set; null before: the icon may say something from before its start. */
let shown: number | null = null

/**
 * Says how many there are of one of those, for the number on the icon of the installed app: all that wants the person there.
 * Not every browser has such icons, and a tab has none: then nothing is missed.
 */
export function setIconBadge(of: Counted, count: number): void {
  counts[of] = count
  const sum = counts.attention + counts.outbox
  if (sum === shown) return
  shown = sum
  const { setAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge'>>
  // None takes it away.
  setAppBadge?.call(navigator, sum).catch(() => undefined)
}

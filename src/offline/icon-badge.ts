/** The number on the icon adds up records that need attention and changes that are not settled yet. */
type BadgeSource = 'attention' | 'outbox'

const counts: Record<BadgeSource, number> = { attention: 0, outbox: 0 }
/** The number that this page set last; null before: the icon may still show a number from an earlier page. */
let shownTotal: number | null = null

/**
 * Sets one part of the number on the installed app's icon: how much needs the user there. Does nothing in a tab or in a
 * browser without icon badges.
 */
export function setIconBadge(source: BadgeSource, count: number): void {
  counts[source] = count
  const total = counts.attention + counts.outbox
  if (total === shownTotal) return
  shownTotal = total
  const { setAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge'>>
  // Zero removes the badge.
  setAppBadge?.call(navigator, total).catch(() => undefined)
}

/**
 * What runs in the page. Each of these is sent there as its text, so it names nothing outside of itself, and what it needs
 * of this file stands in its parameters.
 */

/** The roles that people's words are found by here. */
export type Role =
  | 'article'
  | 'button'
  | 'checkbox'
  | 'dialog'
  | 'gridcell'
  | 'heading'
  | 'link'
  | 'menuitem'
  | 'menuitemradio'
  | 'navigation'
  | 'option'
  | 'tab'
  | 'textbox'

/** An accessible name: as it is, or as a pattern's source. */
export interface Named {
  readonly exact?: string
  readonly pattern?: string
}

/** All elements that a person sees with a role and a name, in their order. */
export function findAll(role: Role, { exact, pattern }: Named): Element[] {
  const native: Partial<Record<Role, string>> = {
    button: 'button',
    link: 'a[href]',
    textbox: 'input:not([type]),input[type=text],input[type=email],input[type=password],input[type=search],textarea',
    checkbox: 'input[type=checkbox]',
    heading: 'h1,h2,h3',
    article: 'article',
    dialog: 'dialog',
    navigation: 'nav',
  }
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').replace(/ \*$/, '').trim()
  const nameOf = (element: Element) => {
    const { labels } = element as HTMLInputElement
    const label = [...(labels ?? [])].map(({ textContent }) => textContent).join(' ')
    return plain(element.getAttribute('aria-label') ?? (label || element.textContent))
  }
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0
  const isMeant = (element: Element) => {
    const name = nameOf(element)
    if (exact !== undefined) return name === exact
    return pattern === undefined || new RegExp(pattern).test(name)
  }
  const selector = [native[role], `[role=${role}]`].filter(Boolean).join(',')
  return [...document.querySelectorAll(selector)].filter((element) => isSeen(element) && isMeant(element))
}

/** Where to press an element; null while something else is there. */
export function placeOf(element: Element): readonly [x: number, y: number] | null {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const there = document.elementFromPoint(x, y)
  const { labels } = element as HTMLInputElement
  const isItsOwn = there !== null && [element, ...(labels ?? [])].some((one) => one.contains(there))
  return isItsOwn ? [x, y] : null
}

/** Whether the page has what it was opened for: its heading, and nothing that still turns. */
export function isSettled(): boolean {
  return document.querySelector('h1') !== null && document.querySelector('.mantine-Loader-root') === null
}

/** By how many pixels the page can be pushed sideways. */
export function sideways(): number {
  return Math.max(0, document.documentElement.scrollWidth - innerWidth)
}

/** Whether so many changes wait, as the way to the Outbox says it. */
export function isWaiting(count: number): boolean {
  const link = document.querySelector('nav a[href="/outbox"]')
  return link !== null && Number(/(\d+) changes? waiting/.exec(link.textContent ?? '')?.[1] ?? 0) === count
}

/** What has the focus, when nothing shows it; null when a ring does, or when nothing has it. */
export function unseenFocus(): string | null {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return null
  const hasRing = (element: Element | null) => {
    if (element === null) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  }
  // Of a password its frame has the ring.
  const isSeen = hasRing(activeElement) || hasRing(activeElement.parentElement)
  return isSeen ? null : activeElement.outerHTML.slice(0, 200)
}

/** Whether a dialog has the focus in it. */
export function isInDialog(): boolean {
  return document.activeElement?.closest('[role=dialog]') != null
}

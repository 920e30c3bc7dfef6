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

/** Whether the page has what it was opened for: its heading, and nothing that still turns or stands for a list to come. */
export function isSettled(): boolean {
  return (
    document.querySelector('h1') !== null && document.querySelector('.mantine-Loader-root, [aria-busy=true]') === null
  )
}

/** What a page shows that is not as it should be, for people to read. */
export function looksLike(): string {
  const shown = (document.querySelector('#root')?.textContent ?? '').replace(/\s+/g, ' ').slice(0, 200)
  const busy = document.querySelectorAll('.mantine-Loader-root, [aria-busy=true]').length
  return `${location.pathname} ${document.querySelector('h1') ? 'has' : 'has no'} heading, ${busy} parts wait, and it says “${shown}”`
}

/** From now on the page notes when it is left. */
export function noteLeaving(): void {
  addEventListener('pagehide', () => sessionStorage.setItem('left', String(Date.now())))
}

/** Waits for the heading of a page; answers for how many milliseconds there was none since the page before was left. */
export function emptyFor(longest: number): Promise<number | null> {
  const at = Number(sessionStorage.getItem('left'))
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('h1')) resolve(Date.now() - at)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
    setTimeout(() => resolve(null), longest)
    look()
  })
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

/** Whether a dialog has the focus in it. */
export function isInDialog(): boolean {
  return document.activeElement?.closest('[role=dialog]') != null
}

/**
 * Functions that run in the page. They are sent as text, so they refer to nothing outside and receive everything as
 * parameters.
 */

/** The roles by which elements are found. */
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
  | 'radio'
  | 'tab'
  | 'textbox'

/** An accessible name: exact, or the source of a pattern. */
export interface NameFilter {
  readonly exact?: string
  readonly pattern?: string
}

/** All visible elements with a role and a name, in document order. */
export function findAll(role: Role, { exact, pattern }: NameFilter): Element[] {
  const native: Partial<Record<Role, string>> = {
    button: 'button',
    link: 'a[href]',
    textbox: 'input:not([type]),input[type=text],input[type=email],input[type=password],input[type=search],textarea',
    checkbox: 'input[type=checkbox]',
    radio: 'input[type=radio]',
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

/** Where to click an element, in CSS pixels. Null while another element covers it. */
export function clickPointOf(element: Element): readonly [x: number, y: number] | null {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const topmost = document.elementFromPoint(x, y)
  const { labels } = element as HTMLInputElement
  const isItsOwn = topmost !== null && [element, ...(labels ?? [])].some((one) => one.contains(topmost))
  return isItsOwn ? [x, y] : null
}

/** Whether the page has its heading, and no loader and no placeholder of a list that is still loading. */
export function isSettled(): boolean {
  return (
    document.querySelector('h1') !== null && document.querySelector('.mantine-Loader-root, [aria-busy=true]') === null
  )
}

/** Describes what a page shows, for the message of a failed test. */
export function describePage(): string {
  const page = document.querySelector('main') ?? document.querySelector('#root')
  const shown = (page?.textContent ?? '').replace(/\s+/g, ' ').slice(0, 600)
  const busy = document.querySelectorAll('.mantine-Loader-root, [aria-busy=true]').length
  return `${location.pathname} ${document.querySelector('h1') ? 'has' : 'has no'} heading, ${busy} parts are loading, and the text is “${shown}”`
}

/** From now on the page stores the time at which it is left. */
export function noteTimeOfLeaving(): void {
  addEventListener('pagehide', () => sessionStorage.setItem('left', String(Date.now())))
}

/**
 * Waits for the heading of a page. Returns the milliseconds since the former page was left, or null if no heading
 * appears within `longest` milliseconds.
 */
export function timeUntilHeading(longest: number): Promise<number | null> {
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

/** By how many pixels the page can be scrolled sideways. */
export function sidewaysOverflow(): number {
  return Math.max(0, document.documentElement.scrollWidth - innerWidth)
}

/** Whether the link to the Outbox shows this number of waiting changes. */
export function hasWaitingChanges(count: number): boolean {
  const link = document.querySelector('nav a[href="/outbox"]')
  return link !== null && Number(/(\d+) changes? waiting/.exec(link.textContent ?? '')?.[1] ?? 0) === count
}

/** Whether the focus is in a dialog. */
export function isInDialog(): boolean {
  return document.activeElement?.closest('[role=dialog]') != null
}

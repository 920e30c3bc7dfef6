/** Functions that run in the page while Tab moves through it. Sent as text, they refer to nothing outside. */

/** The result of a walk through a page by Tab. */
export interface FocusWalk {
  /** How many elements had the focus. */
  readonly stops: number
  /** Each stop whose focus a user would not have seen, with the reason. */
  readonly unseen: readonly string[]
}

/** In the page from now on: checks the focused element before each key moves the focus on. */
export function watchFocus(): void {
  const isDrawn = (element: Element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    const isInWindow = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
    const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return isVisible && isInWindow && Math.min(width, height) > 4
  }
  const hasRing = (element: Element) =>
    [null, '::before', '::after'].some((part) => {
      const { content, outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, part)
      if (part !== null && content === 'none') return false
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && !/, 0\)$/.test(outlineColor)
    })
  const coverOf = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const middle = (from: number, to: number, most: number) => (Math.max(0, from) + Math.min(most, to)) / 2
    const topmost = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
    return topmost === null || element.contains(topmost) || topmost.contains(element) ? null : topmost
  }
  /** The sides at which an ancestor clips the element's focus ring. */
  const cutSides = (element: Element): readonly string[] => {
    const { outlineOffset, outlineWidth } = getComputedStyle(element)
    const out = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) - 1
    const ring = element.getBoundingClientRect()
    const sides = new Set<string>()
    for (let frame = element.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
      const { position, overflow, overflowClipMargin } = getComputedStyle(frame)
      if (overflow !== 'visible') {
        const edge = frame.getBoundingClientRect()
        const room = out - (Number.parseFloat(overflowClipMargin) || 0)
        if (ring.left - room < edge.left) sides.add('left')
        if (ring.right + room > edge.right) sides.add('right')
        if (ring.top - room < edge.top) sides.add('top')
        if (ring.bottom + room > edge.bottom) sides.add('bottom')
      }
      if (position === 'fixed') break
    }
    return [...sides]
  }
  const faultOf = (stop: Element): string | null => {
    const { labels, parentElement, nextElementSibling, lastElementChild } = stop as HTMLInputElement
    // Some controls draw their ring on another element: a checkbox, a password field and a day of a calendar.
    const around = [stop, parentElement, nextElementSibling, lastElementChild, ...(labels ?? [])]
    const rings = around.filter((element) => element !== null && hasRing(element)) as Element[]
    if (rings.length === 0) return 'no ring'
    const ring = rings.find(isDrawn)
    if (ring === undefined) return 'its ring is out of sight'
    const cover = coverOf(ring)
    if (cover !== null) return `it is covered by ${cover.outerHTML.slice(0, 100)}`
    const cut = cutSides(ring)
    return cut.length > 0 ? `its ring is cut off at: ${cut.join(', ')}` : null
  }
  const stops = new Map<Element, string | null>()
  let isByKey = false
  const look = () => {
    const { activeElement: stop } = document
    // After a page's last stop come the browser's own stops. In Firefox the page still receives the keys.
    if (!document.hasFocus() || stop === null || stops.get(stop)) return
    // Not counted: the page after “Skip to the page”, an autofocused element without controls, a document in a frame.
    if (stop.matches('body, main, iframe, [tabindex="-1"][data-autofocus]')) return
    const fault = faultOf(stop)
    stops.set(stop, fault && `${fault}: ${stop.outerHTML.slice(0, 200)}`)
  }
  const onKey = () => {
    // Focus set by a script after a click needs no ring before the first key.
    if (isByKey) look()
    isByKey = true
  }
  addEventListener('keydown', onKey, { capture: true, passive: true })
  Object.assign(window, { focusWalk: { stops, look } })
}

/** The result of the walk up to now. */
export function walkSoFar(): FocusWalk {
  const { focusWalk } = window as unknown as {
    readonly focusWalk: { readonly stops: ReadonlyMap<Element, string | null>; readonly look: () => void }
  }
  focusWalk.look()
  return { stops: focusWalk.stops.size, unseen: [...focusWalk.stops.values()].filter((fault) => fault !== null) }
}

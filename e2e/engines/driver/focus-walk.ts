/** What runs in the page while Tab goes over it. Each is sent there as its text, so it names nothing outside of itself. */

/** What a walk has come to. */
export interface Walk {
  /** How many elements have had the focus. */
  readonly stops: number
  /** Each stop that a person would not have seen, and why. */
  readonly unseen: readonly string[]
}

/** In the page from now on: what has the focus is looked at before each key moves it on. */
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
    const there = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight))
    return there === null || element.contains(there) || there.contains(element) ? null : there
  }
  /** The sides at which what the element stands in cuts its ring off. */
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
    // Some have their ring where they are drawn: a box around its label, a password around its frame, a day on its face.
    const around = [stop, parentElement, nextElementSibling, lastElementChild, ...(labels ?? [])]
    const rings = around.filter((element) => element !== null && hasRing(element)) as Element[]
    if (rings.length === 0) return 'nothing shows it'
    const ring = rings.find(isDrawn)
    if (ring === undefined) return 'its ring is out of sight'
    const cover = coverOf(ring)
    if (cover !== null) return `it lies under ${cover.outerHTML.slice(0, 100)}`
    const cut = cutSides(ring)
    return cut.length > 0 ? `its ring is cut off at: ${cut.join(', ')}` : null
  }
  const stops = new Map<Element, string | null>()
  let isByKey = false
  const look = () => {
    const { activeElement: stop } = document
    // Behind the last stop of a page are the browser's own, and in Firefox keys go on to the page all the same.
    if (!document.hasFocus() || stop === null || stops.get(stop)) return
    // A page that is skipped to, what has no control in it, and a document in a frame are no stops of their own.
    if (stop.matches('body, main, iframe, [tabindex="-1"][data-autofocus]')) return
    const fault = faultOf(stop)
    stops.set(stop, fault && `${fault}: ${stop.outerHTML.slice(0, 200)}`)
  }
  const onKey = () => {
    // What a script has focused after a click needs no ring before the first key.
    if (isByKey) look()
    isByKey = true
  }
  addEventListener('keydown', onKey, { capture: true, passive: true })
  Object.assign(window, { focusWalk: { stops, look } })
}

/** What has been seen until now. */
export function walkSoFar(): Walk {
  const { focusWalk } = window as unknown as {
    readonly focusWalk: { readonly stops: ReadonlyMap<Element, string | null>; readonly look: () => void }
  }
  focusWalk.look()
  return { stops: focusWalk.stops.size, unseen: [...focusWalk.stops.values()].filter((fault) => fault !== null) }
}

/* Runs in the page, by lost-controls.ts. The value of the last expression is the list of findings. */
;(() => {
  const CONTROLS =
    'button, a[href]:not([href="#page"]), input:not([type=file]), select, textarea, [role=tab], [role=option]'
  // What a finger still hits when a long text is shortened by an ellipsis.
  const ENOUGH = 44
  const root = document.documentElement

  /** The place where users can act: the open dialog on top, otherwise the page. */
  function activeLayer() {
    const dialogs = [...document.querySelectorAll('[role=dialog], dialog[open]')]
    return dialogs.filter((one) => one.checkVisibility()).at(-1) ?? document.body
  }

  function isShown(/** @type {Element} */ element) {
    if (element.closest('[inert], [aria-hidden=true], .visually-hidden, .leaflet-container') !== null) return false
    const { width, height } = element.getBoundingClientRect()
    return element.checkVisibility({ visibilityProperty: true }) && width > 2 && height > 2
  }

  function nameOf(/** @type {any} */ element) {
    const name = element.labels?.[0]?.textContent || element.getAttribute('aria-label') || element.textContent.trim()
    return `${element.tagName.toLowerCase()} "${(name || element.outerHTML).slice(0, 60)}"`
  }

  /** The part of the element's box inside the window and inside all boxes that cut it off. */
  function seenBox(/** @type {Element} */ element) {
    const box = element.getBoundingClientRect()
    const seen = {
      left: Math.max(box.left, 0),
      right: Math.min(box.right, root.clientWidth),
      top: Math.max(box.top, 0),
      bottom: Math.min(box.bottom, innerHeight),
      isShortened: false,
    }
    for (let at = element.parentElement; at !== null && at !== root; at = at.parentElement) {
      const { overflowX, overflowY, overflowClipMargin, textOverflow } = getComputedStyle(at)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const margin = overflowX === 'clip' ? Number.parseFloat(overflowClipMargin) || 0 : 0
      const cut = at.getBoundingClientRect()
      seen.left = Math.max(seen.left, cut.left - margin)
      seen.right = Math.min(seen.right, cut.right + margin)
      seen.top = Math.max(seen.top, cut.top - margin)
      seen.bottom = Math.min(seen.bottom, cut.bottom + margin)
      seen.isShortened ||= textOverflow === 'ellipsis'
    }
    return seen
  }

  /** What is in front of the control's middle; null when that is the control itself. */
  function coverOf(/** @type {Element} */ control, /** @type {ReturnType<typeof seenBox>} */ seen) {
    // A link in running text may be broken into two lines, whose common box has no middle.
    const lines = control.getClientRects()
    const line = lines.length > 1 && lines[0] ? lines[0] : seen
    const hit = document.elementFromPoint((line.left + line.right) / 2, (line.top + line.bottom) / 2)
    const isFree =
      hit !== null && (control.contains(hit) || hit.contains(control) || control.closest('label')?.contains(hit))
    return isFree ? null : (hit?.outerHTML.slice(0, 90) ?? 'nothing')
  }

  /** What keeps a user from pressing the control, after scrolling to it; null for nothing. */
  function lossOf(/** @type {Element} */ control) {
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const whole = control.getBoundingClientRect()
    const seen = seenBox(control)
    const [width, height] = [seen.right - seen.left, seen.bottom - seen.top]
    const leastWidth = seen.isShortened ? Math.min(whole.width, ENOUGH) : Math.min(whole.width, root.clientWidth)
    if (width < leastWidth - 2) return `is cut off: ${Math.round(width)} of ${Math.round(whole.width)} px wide`
    if (height < Math.min(whole.height, ENOUGH) - 2)
      return `is cut off: ${Math.round(height)} of ${Math.round(whole.height)} px high`
    const cover = coverOf(control, seen)
    return cover === null ? null : `is covered by ${cover}`
  }

  /** The innermost element that reaches beyond the window: the cause of a page that is too wide. */
  function widest() {
    const beyond = [...document.querySelectorAll('#page *')].filter(
      (one) => one.getBoundingClientRect().right > root.clientWidth + 1,
    )
    return beyond.at(-1)?.outerHTML.slice(0, 120) ?? 'not in the page'
  }

  const sideways = root.scrollWidth - root.clientWidth
  const found = sideways > 0 ? [`the page is ${sideways} px wider than its screen: ${widest()}`] : []
  for (const control of activeLayer().querySelectorAll(CONTROLS)) {
    // A list draws only the rows near the window, so scrolling removes some.
    const loss = control.isConnected && isShown(control) ? lossOf(control) : null
    if (loss !== null) found.push(`${nameOf(control)} ${loss}`)
  }
  return [...new Set(found)]
})()

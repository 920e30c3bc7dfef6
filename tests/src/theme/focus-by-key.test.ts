import { describe, expect, it } from 'vitest'
import { focusByKey, withMark } from '#scripts/focus-by-key.mjs'
import { markFocusByKey } from '#src/theme/focus-by-key.ts'

/** A page of a browser that shows the focus on elements with `isSeen` by itself. */
function aPage() {
  const page = new EventTarget()
  markFocusByKey(page as Document)
  const happen = (type: string, more: object) => {
    const event = new Event(type)
    for (const [name, value] of Object.entries(more)) Object.defineProperty(event, name, { value })
    page.dispatchEvent(event)
  }
  const anElement = ({ isSeen = false } = {}) => {
    const marks = new Set<string>()
    const target = {
      matches: (selector: string) => selector === ':focus-visible' && isSeen,
      setAttribute: (name: string) => marks.add(name),
      removeAttribute: (name: string) => marks.delete(name),
    }
    return {
      focus: () => happen('focusin', { target }),
      leave: () => happen('focusout', { target }),
      isMarked: () => marks.has('data-focus-by-key'),
    }
  }
  return { press: (held = {}) => happen('keydown', held), click: () => happen('pointerdown', {}), anElement }
}

describe('the focus in a browser that does not show where a script moved it', () => {
  it('is marked after a key, until it leaves', () => {
    const { press, click, anElement } = aPage()
    const close = anElement()
    click()
    press()
    close.focus()
    expect(close.isMarked()).toBe(true)
    close.leave()
    expect(close.isMarked()).toBe(false)
  })

  it('is not marked after a click, also where keys were pressed before', () => {
    const { press, click, anElement } = aPage()
    const close = anElement()
    press()
    click()
    close.focus()
    expect(close.isMarked()).toBe(false)
  })

  it('is not marked after a shortcut, which moves nobody’s focus', () => {
    const { press, click, anElement } = aPage()
    const close = anElement()
    click()
    press({ ctrlKey: true })
    close.focus()
    expect(close.isMarked()).toBe(false)
  })

  it('is not marked where the browser shows it by itself', () => {
    const { press, anElement } = aPage()
    const field = anElement({ isSeen: true })
    press()
    field.focus()
    expect(field.isMarked()).toBe(false)
  })
})

it('every style sheet draws the mark as it draws a visible focus', () => {
  expect(withMark('.a:focus-visible > b, .c:has(input:focus-visible)')).toBe(
    '.a:is(:focus-visible, [data-focus-by-key]) > b, .c:has(input:is(:focus-visible, [data-focus-by-key]))',
  )
  const rule = { selector: 'button:focus-visible' }
  focusByKey.Once({ walkRules: (having, work) => void (having.test(rule.selector) && work(rule)) })
  expect(rule.selector).toBe('button:is(:focus-visible, [data-focus-by-key])')
})

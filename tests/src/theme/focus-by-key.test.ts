import { describe, expect, it } from 'vitest'
import { focusByKey, withMark } from '#scripts/build/focus-by-key.mjs'
import { markFocusByKey } from '#src/theme/focus-by-key.ts'

/** A page in a browser that shows the focus on its own only on elements with `isSeen`. */
function aPage() {
  const page = new EventTarget()
  markFocusByKey(page as Document)
  const dispatch = (type: string, more: object) => {
    const event = new Event(type)
    for (const [name, value] of Object.entries(more)) Object.defineProperty(event, name, { value })
    page.dispatchEvent(event)
  }
  const body = { matches: () => false }
  const anElement = ({ isSeen = false } = {}) => {
    const marks = new Set<string>()
    let scrolls = 0
    let isSelected = false
    const target = {
      nodeName: 'INPUT',
      select: () => {
        isSelected = true
      },
      matches: (selector: string) => selector === ':focus' || isSeen,
      setAttribute: (name: string) => marks.add(name),
      removeAttribute: (name: string) => marks.delete(name),
      scrollIntoView: () => {
        scrolls += 1
      },
    }
    return {
      press: (key: string) => dispatch('keydown', { key, target }),
      focus: () => dispatch('focusin', { target }),
      leave: () => dispatch('focusout', { target }),
      isMarked: () => marks.has('data-focus-by-key'),
      isScrolledIntoView: () => scrolls > 0,
      isSelected: () => isSelected,
    }
  }
  return {
    press: (held = {}) => dispatch('keydown', { target: body, ...held }),
    release: () => dispatch('keyup', {}),
    click: () => dispatch('pointerdown', {}),
    anElement,
  }
}

describe('the focus in a browser that does not show a focus moved by a script', () => {
  it('is marked after a key press, until it leaves', () => {
    const { press, click, anElement } = aPage()
    const close = anElement()
    click()
    press()
    close.focus()
    expect(close.isMarked()).toBe(true)
    close.leave()
    expect(close.isMarked()).toBe(false)
  })

  it('selects the text of a field reached with Tab, and not of a clicked field', () => {
    const { press, click, release, anElement } = aPage()
    const [from, to] = [anElement(), anElement()]
    press({ key: 'Tab' })
    from.focus()
    release()
    click()
    to.focus()
    expect([from.isSelected(), to.isSelected()]).toEqual([true, false])
  })

  it('is not marked after a click, even if keys were pressed before', () => {
    const { press, click, anElement } = aPage()
    const close = anElement()
    press()
    click()
    close.focus()
    expect(close.isMarked()).toBe(false)
  })

  it('is marked by Tab on the only tab stop, where the focus stays', () => {
    const { click, anElement } = aPage()
    const close = anElement()
    click()
    close.focus()
    close.press('Enter')
    expect(close.isMarked()).toBe(false)
    close.press('Tab')
    expect(close.isMarked()).toBe(true)
  })

  it('is not marked after a keyboard shortcut, which moves no focus', () => {
    const { press, click, anElement } = aPage()
    const close = anElement()
    click()
    press({ ctrlKey: true })
    close.focus()
    expect(close.isMarked()).toBe(false)
  })

  it('is not marked where the browser shows it on its own', () => {
    const { press, anElement } = aPage()
    const field = anElement({ isSeen: true })
    press()
    field.focus()
    expect(field.isMarked()).toBe(false)
  })
})

describe('an element under a bar', () => {
  it('is scrolled into view when Tab reaches it, and not by another key or a click', () => {
    const { press, click, anElement } = aPage()
    const [byTab, byEnter, byClick] = [anElement(), anElement(), anElement()]
    press({ key: 'Tab' })
    byTab.focus()
    press({ key: 'Enter' })
    byEnter.focus()
    press({ key: 'Tab' })
    click()
    byClick.focus()
    expect([byTab, byEnter, byClick].map((one) => one.isScrolledIntoView())).toEqual([true, false, false])
  })

  it('is scrolled into view by Option+Tab, and not when the window regains the focus later', () => {
    const { press, release, anElement } = aPage()
    const [byOption, byWindow] = [anElement(), anElement()]
    press({ key: 'Tab', altKey: true })
    byOption.focus()
    release()
    byWindow.focus()
    expect([byOption, byWindow].map((one) => one.isScrolledIntoView())).toEqual([true, false])
    expect(byOption.isMarked()).toBe(true)
  })
})

it('every style sheet draws the mark like a visible focus', () => {
  expect(withMark('.a:focus-visible > b, .c:has(input:focus-visible)')).toBe(
    '.a:is(:focus-visible, [data-focus-by-key]) > b, .c:has(input:is(:focus-visible, [data-focus-by-key]))',
  )
  const rule = { selector: 'button:focus-visible' }
  focusByKey.Once({ walkRules: (having, work) => void (having.test(rule.selector) && work(rule)) })
  expect(rule.selector).toBe('button:is(:focus-visible, [data-focus-by-key])')
})

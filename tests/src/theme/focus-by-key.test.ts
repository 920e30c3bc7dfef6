import { describe, expect, it } from 'vitest'
import { focusByKey, withMark } from '#scripts/build/focus-by-key.mjs'
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
      press: (key: string) => happen('keydown', { key, target }),
      focus: () => happen('focusin', { target }),
      leave: () => happen('focusout', { target }),
      isMarked: () => marks.has('data-focus-by-key'),
      isBroughtOut: () => scrolls > 0,
      isSelected: () => isSelected,
    }
  }
  return {
    press: (held = {}) => happen('keydown', { target: body, ...held }),
    release: () => happen('keyup', {}),
    click: () => happen('pointerdown', {}),
    anElement,
  }
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

  it('selects the words of a field that Tab reaches, and of none that is clicked', () => {
    const { press, click, release, anElement } = aPage()
    const [from, to] = [anElement(), anElement()]
    press({ key: 'Tab' })
    from.focus()
    release()
    click()
    to.focus()
    expect([from.isSelected(), to.isSelected()]).toEqual([true, false])
  })

  it('is not marked after a click, also where keys were pressed before', () => {
    const { press, click, anElement } = aPage()
    const close = anElement()
    press()
    click()
    close.focus()
    expect(close.isMarked()).toBe(false)
  })

  it('is marked by Tab where it is the only stop, so that the focus stays', () => {
    const { click, anElement } = aPage()
    const close = anElement()
    click()
    close.focus()
    close.press('Enter')
    expect(close.isMarked()).toBe(false)
    close.press('Tab')
    expect(close.isMarked()).toBe(true)
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

describe('what lies under a bar', () => {
  it('is brought out when Tab reaches it, and not when another key or a click does', () => {
    const { press, click, anElement } = aPage()
    const [byTab, byEnter, byClick] = [anElement(), anElement(), anElement()]
    press({ key: 'Tab' })
    byTab.focus()
    press({ key: 'Enter' })
    byEnter.focus()
    press({ key: 'Tab' })
    click()
    byClick.focus()
    expect([byTab, byEnter, byClick].map((one) => one.isBroughtOut())).toEqual([true, false, false])
  })

  it('is brought out by Option+Tab, and not when the window gets the focus back later', () => {
    const { press, release, anElement } = aPage()
    const [byOption, byWindow] = [anElement(), anElement()]
    press({ key: 'Tab', altKey: true })
    byOption.focus()
    release()
    byWindow.focus()
    expect([byOption, byWindow].map((one) => one.isBroughtOut())).toEqual([true, false])
    expect(byOption.isMarked()).toBe(true)
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

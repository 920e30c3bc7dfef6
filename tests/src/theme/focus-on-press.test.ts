import { describe, expect, it } from 'vitest'
import { focusOnPress } from '#src/theme/focus-on-press.ts'

/** A page with one button, in a browser that gives a pressed button the focus or does not. */
function aPage({ isFocusedByBrowser = false } = {}) {
  const focused: string[] = []
  const button = {
    closest: (selector: string) => (selector === 'label' ? null : button),
    matches: () => true,
    contains: (other: unknown) => other === button,
    focus: () => {
      focused.push('button')
      page.activeElement = button
    },
  }
  const field = { closest: () => null }
  const label = { closest: (selector: string) => (selector === 'label' ? { control: button } : null) }
  const page = Object.assign(new EventTarget(), { activeElement: field as unknown })
  focusOnPress(page as unknown as Document)
  const happen = (type: string, target: unknown, isPrevented = false) => {
    const event = new Event(type, { cancelable: true })
    Object.defineProperty(event, 'target', { value: target })
    if (isPrevented) event.preventDefault()
    page.dispatchEvent(event)
  }
  const press = ({ on = button as unknown, isPrevented = false } = {}) => {
    happen('mousedown', on, isPrevented)
    if (isFocusedByBrowser && on === button) page.activeElement = button
    happen('click', on)
  }
  return { focused, press, button, field, label, happen }
}

describe('a pressed button', () => {
  it('has the focus where the browser gives it none', () => {
    const { focused, press } = aPage()
    press()
    expect(focused).toEqual(['button'])
  })
  it('has the focus when its label is pressed', () => {
    const { focused, press, label } = aPage()
    press({ on: label })
    expect(focused).toEqual(['button'])
  })
  it('is left alone where the browser has given it the focus', () => {
    const { focused, press } = aPage({ isFocusedByBrowser: true })
    press()
    expect(focused).toEqual([])
  })
  it('gets no focus where its press is to leave the focus where it is', () => {
    const { focused, press } = aPage()
    press({ isPrevented: true })
    expect(focused).toEqual([])
  })
  it('gets no focus when it is clicked without a press, or something else is pressed', () => {
    const { focused, press, happen, button, field } = aPage()
    happen('click', button)
    press({ on: field })
    happen('mousedown', field)
    happen('click', button)
    expect(focused).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { focusOnPress } from '#src/theme/focus-on-press.ts'

/** A page with one button. `isFocusedByBrowser`: the browser focuses a pressed button on its own. */
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
  const dispatch = (type: string, target: unknown, isPrevented = false) => {
    const event = new Event(type, { cancelable: true })
    Object.defineProperty(event, 'target', { value: target })
    if (isPrevented) event.preventDefault()
    page.dispatchEvent(event)
  }
  const press = ({ on = button as unknown, isPrevented = false } = {}) => {
    dispatch('mousedown', on, isPrevented)
    if (isFocusedByBrowser && on === button) page.activeElement = button
    dispatch('click', on)
  }
  return { focused, press, button, field, label, dispatch }
}

describe('a pressed button', () => {
  it('gets the focus where the browser does not focus it', () => {
    const { focused, press } = aPage()
    press()
    expect(focused).toEqual(['button'])
  })
  it('gets the focus when its label is pressed', () => {
    const { focused, press, label } = aPage()
    press({ on: label })
    expect(focused).toEqual(['button'])
  })
  it('is left alone where the browser has focused it', () => {
    const { focused, press } = aPage({ isFocusedByBrowser: true })
    press()
    expect(focused).toEqual([])
  })
  it('gets no focus if a listener prevents the press', () => {
    const { focused, press } = aPage()
    press({ isPrevented: true })
    expect(focused).toEqual([])
  })
  it('gets no focus when it is clicked without a press, or when something else is pressed', () => {
    const { focused, press, dispatch, button, field } = aPage()
    dispatch('click', button)
    press({ on: field })
    dispatch('mousedown', field)
    dispatch('click', button)
    expect(focused).toEqual([])
  })
})

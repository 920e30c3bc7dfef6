import type { Page } from '@playwright/test'

export interface FieldCheck {
  /** The number of visible fields. */
  readonly count: number
  /** Descriptions of the problems, each with the field's name. */
  readonly faults: readonly string[]
}

/** Finds problems that some browser has with the visible text fields, lists, checkboxes and radio buttons. */
export const checkFields = (page: Page): Promise<FieldCheck> => page.evaluate(inspectFields)

/** Runs in the page. */
function inspectFields(): FieldCheck {
  const NOT_TEXT_ENTRY = ['checkbox', 'radio', 'range', 'file', 'hidden', 'button', 'submit', 'reset', 'image', 'color']
  const CLEAR_BUTTON = '::-webkit-search-cancel-button'
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  const fields = [...document.querySelectorAll<Field>('input, select, textarea')].filter(
    (field) => !NOT_TEXT_ENTRY.includes(field.type) && field.checkVisibility({ visibilityProperty: true }),
  )
  const nameOf = (field: Field) => field.labels?.[0]?.textContent || field.getAttribute('aria-label') || field.outerHTML
  const rulesOf = (rules: CSSRuleList): readonly CSSRule[] =>
    [...rules].flatMap((rule) => (rule instanceof CSSGroupingRule ? rulesOf(rule.cssRules) : [rule]))
  const withoutClearButton = [...document.styleSheets]
    .flatMap(({ cssRules }) => rulesOf(cssRules))
    .flatMap((rule) =>
      rule instanceof CSSStyleRule && rule.style.display === 'none' ? rule.selectorText.split(',') : [],
    )
    .flatMap((selector) => (selector.endsWith(CLEAR_BUTTON) ? [selector.replace(CLEAR_BUTTON, '')] : []))
  const faults = fields.flatMap((field) => {
    const size = Number.parseFloat(getComputedStyle(field).fontSize)
    const hidesClearButton = field.type !== 'search' || withoutClearButton.some((selector) => field.matches(selector))
    return [
      // Safari on iOS zooms the page into a focused field with smaller text and stays zoomed.
      ...(size < 16 ? [`${nameOf(field)} has text of ${size}px`] : []),
      ...(hidesClearButton ? [] : [`${nameOf(field)} has the browser's own sign to clear it`]),
    ]
  })
  const drawnByBrowser = [...document.querySelectorAll<HTMLInputElement>('[type="checkbox"], [type="radio"]')].filter(
    (box) =>
      box.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      getComputedStyle(box).appearance !== 'none',
  )
  // WebKit on Linux draws a native box white on a dark page.
  const boxes = drawnByBrowser.map((box) => `${nameOf(box)} is a box that the browser draws`)
  return { count: fields.length, faults: [...faults, ...boxes] }
}

import type { Page } from '@playwright/test'

export interface FieldsOnScreen {
  /** How many there are. */
  readonly seen: number
  /** What is wrong, with the name of the field. */
  readonly faults: readonly string[]
}

/** The fields on screen in which something is typed or chosen, and what is wrong with them in some browser. */
export const faultsOfFields = (page: Page): Promise<FieldsOnScreen> => page.evaluate(look)

/** In the page. */
function look(): FieldsOnScreen {
  const NOT_TYPED_IN = ['checkbox', 'radio', 'range', 'file', 'hidden', 'button', 'submit', 'reset', 'image', 'color']
  const SIGN = '::-webkit-search-cancel-button'
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  const fields = [...document.querySelectorAll<Field>('input, select, textarea')].filter(
    (field) => !NOT_TYPED_IN.includes(field.type) && field.checkVisibility({ visibilityProperty: true }),
  )
  const nameOf = (field: Field) => field.labels?.[0]?.textContent || field.getAttribute('aria-label') || field.outerHTML
  const rulesOf = (rules: CSSRuleList): readonly CSSRule[] =>
    [...rules].flatMap((rule) => (rule instanceof CSSGroupingRule ? rulesOf(rule.cssRules) : [rule]))
  const withoutSign = [...document.styleSheets]
    .flatMap(({ cssRules }) => rulesOf(cssRules))
    .flatMap((rule) =>
      rule instanceof CSSStyleRule && rule.style.display === 'none' ? rule.selectorText.split(',') : [],
    )
    .flatMap((selector) => (selector.endsWith(SIGN) ? [selector.replace(SIGN, '')] : []))
  const faults = fields.flatMap((field) => {
    const size = Number.parseFloat(getComputedStyle(field).fontSize)
    const isBare = field.type !== 'search' || withoutSign.some((selector) => field.matches(selector))
    return [
      // Safari on iOS zooms the whole page into a field with smaller text, and leaves it so.
      ...(size < 16 ? [`${nameOf(field)} has text of ${size}px`] : []),
      ...(isBare ? [] : [`${nameOf(field)} has the browser's own sign to clear it`]),
    ]
  })
  const drawnByBrowser = [...document.querySelectorAll<HTMLInputElement>('[type="checkbox"], [type="radio"]')].filter(
    (box) =>
      box.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      getComputedStyle(box).appearance !== 'none',
  )
  // WebKit on Linux draws such a box in white on a dark page.
  const boxes = drawnByBrowser.map((box) => `${nameOf(box)} is a box that the browser draws`)
  return { seen: fields.length, faults: [...faults, ...boxes] }
}

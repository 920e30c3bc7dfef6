import type { Page } from '@playwright/test'

export interface FieldsOnScreen {
  /** How many there are. */
  readonly seen: number
  /** What is wrong, with the name of the field. */
  readonly faults: readonly string[]
}

/** The fields on screen in which something is typed or chosen, and what is wrong with them under a finger. */
export const faultsOfFields = (page: Page): Promise<FieldsOnScreen> => page.evaluate(look)

/** In the page. */
function look(): FieldsOnScreen {
  const NOT_TYPED_IN = ['checkbox', 'radio', 'range', 'file', 'hidden', 'button', 'submit', 'reset', 'image', 'color']
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  const fields = [...document.querySelectorAll<Field>('input, select, textarea')].filter(
    (field) => !NOT_TYPED_IN.includes(field.type) && field.checkVisibility({ visibilityProperty: true }),
  )
  const nameOf = (field: Field) => field.labels?.[0]?.textContent || field.getAttribute('aria-label') || field.outerHTML
  const faults = fields.flatMap((field) => {
    const size = Number.parseFloat(getComputedStyle(field).fontSize)
    // Safari on iOS zooms the whole page into a field with smaller text, and leaves it so.
    return size < 16 ? [`${nameOf(field)} has text of ${size}px`] : []
  })
  return { seen: fields.length, faults }
}

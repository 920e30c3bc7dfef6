/** The attribute that src/theme/focus-by-key.ts sets on an element that a script focuses after a key press. */
const MARK = '[data-focus-by-key]'

/** Extends a selector to elements with the mark. Its specificity stays the same. */
export const withMark = (/** @type {string} */ selector) =>
  selector.replaceAll(':focus-visible', `:is(:focus-visible, ${MARK})`)

/** @typedef {{ walkRules(having: RegExp, work: (rule: { selector: string }) => void): void }} StyleSheet */

/** A PostCSS plugin that applies `withMark` to all style sheets, including Mantine's. */
export const focusByKey = {
  postcssPlugin: 'focus-by-key',
  Once(/** @type {StyleSheet} */ sheet) {
    sheet.walkRules(/:focus-visible/, (rule) => {
      rule.selector = withMark(rule.selector)
    })
  },
}

/** What src/theme/focus-by-key.ts sets on an element that a script focused after a key. */
const MARK = '[data-focus-by-key]'

/** A selector for what has the mark, too; it weighs as much as before. */
export const withMark = (/** @type {string} */ selector) =>
  selector.replaceAll(':focus-visible', `:is(:focus-visible, ${MARK})`)

/** @typedef {{ walkRules(having: RegExp, work: (rule: { selector: string }) => void): void }} StyleSheet */

/** A PostCSS plugin that does so in all style sheets, Mantine's included: none can be forgotten. */
export const focusByKey = {
  postcssPlugin: 'focus-by-key',
  Once(/** @type {StyleSheet} */ sheet) {
    sheet.walkRules(/:focus-visible/, (rule) => {
      rule.selector = withMark(rule.selector)
    })
  },
}

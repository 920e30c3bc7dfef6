// biome-ignore lint/style/noRestrictedImports: the replacement that all other files import is built on it.
import { type ExpectMatcherState, type Locator, expect as plain } from '@playwright/test'
import { PATIENCE } from './patience.ts'

/** Matchers about a single element. */
const SINGLE_ELEMENT_MATCHERS = [
  ...['toBeChecked', 'toBeDisabled', 'toBeEnabled', 'toBeFocused', 'toBeInViewport', 'toBeVisible', 'toContainText'],
  ...['toHaveAccessibleName', 'toHaveAttribute', 'toHaveText', 'toHaveValue'],
] as const
type SingleElementMatcher = (typeof SINGLE_ELEMENT_MATCHERS)[number]

interface Options {
  readonly timeout?: number
}
const isOptions = (last: unknown): last is Options =>
  typeof last === 'object' && last !== null && !(last instanceof RegExp) && !Array.isArray(last)

/** A matcher with the result of Playwright's matcher of that name. It waits for the element first. */
const patient = (name: SingleElementMatcher) =>
  async function (this: ExpectMatcherState, locator: Locator, ...args: readonly unknown[]) {
    const last = args.at(-1)
    const [rest, options] = isOptions(last) ? [args.slice(0, -1), last] : [args, {}]
    const { timeout = PATIENCE } = options
    const deadline = performance.now() + timeout
    // A negated matcher can pass without an element, and a list of texts is about several elements.
    if (!this.isNot && !Array.isArray(args[0])) {
      const waitsForVisible = name === 'toBeVisible'
      // A timeout is ignored here: the matcher below reports the problem better.
      const isPresent = await locator.waitFor({ state: waitsForVisible ? 'visible' : 'attached', timeout }).then(
        () => true,
        () => false,
      )
      if (waitsForVisible && isPresent) return { pass: true, message: () => '' }
    }
    const remaining = Math.max(1, Math.ceil(deadline - performance.now()))
    const assertion = this.isNot ? plain(locator).not : plain(locator)
    try {
      await Reflect.apply(assertion[name], assertion, [...rest, { ...options, timeout: remaining }])
      return { pass: !this.isNot, message: () => '' }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { pass: this.isNot, message: () => message.replaceAll(`${remaining}ms`, `${timeout}ms`) }
    }
  }

/**
 * Playwright's `expect` with less CPU time. Playwright serializes the whole page after every failed look-up of an
 * element, in case that was the last attempt. This `expect` serializes the page only when the time is over.
 */
export const expect: typeof plain = plain.extend(
  Object.fromEntries(SINGLE_ELEMENT_MATCHERS.map((name) => [name, patient(name)])),
)

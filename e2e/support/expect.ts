// biome-ignore lint/style/noRestrictedImports: what all others are to take instead is made of it.
import { type ExpectMatcherState, type Locator, expect as plain } from '@playwright/test'
import { PATIENCE } from './patience.ts'

/** What is said of one element. */
const OF_ONE = [
  ...['toBeChecked', 'toBeDisabled', 'toBeEnabled', 'toBeFocused', 'toBeInViewport', 'toBeVisible', 'toContainText'],
  ...['toHaveAccessibleName', 'toHaveAttribute', 'toHaveText', 'toHaveValue'],
] as const
type OfOne = (typeof OF_ONE)[number]

interface Options {
  readonly timeout?: number
}
const isOptions = (last: unknown): last is Options =>
  typeof last === 'object' && last !== null && !(last instanceof RegExp) && !Array.isArray(last)

/** A matcher that says the same as Playwright's own of that name, and waits for its element first. */
const patient = (name: OfOne) =>
  async function (this: ExpectMatcherState, locator: Locator, ...given: readonly unknown[]) {
    const last = given.at(-1)
    const [rest, options] = isOptions(last) ? [given.slice(0, -1), last] : [given, {}]
    const { timeout = PATIENCE } = options
    const until = performance.now() + timeout
    // What is said to be not so may well not be there, and a list of texts is one of many elements.
    if (!this.isNot && !Array.isArray(given[0])) {
      const isSeen = name === 'toBeVisible'
      // Whatever is wrong, the matcher says it better.
      const isThere = await locator.waitFor({ state: isSeen ? 'visible' : 'attached', timeout }).then(
        () => true,
        () => false,
      )
      if (isSeen && isThere) return { pass: true, message: () => '' }
    }
    const left = Math.max(1, Math.ceil(until - performance.now()))
    const said = this.isNot ? plain(locator).not : plain(locator)
    try {
      await Reflect.apply(said[name], said, [...rest, { ...options, timeout: left }])
      return { pass: !this.isNot, message: () => '' }
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      return { pass: this.isNot, message: () => words.replaceAll(`${left}ms`, `${timeout}ms`) }
    }
  }

/**
 * Playwright's `expect`, for less of the machine's time: each time that it looks for an element in vain it writes the whole
 * page down, in case that this was the last time. Here it does so when the time is over.
 */
export const expect: typeof plain = plain.extend(Object.fromEntries(OF_ONE.map((name) => [name, patient(name)])))

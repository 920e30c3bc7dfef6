import type { Choice } from '#src/ui/status/radio-menu.tsx'

/**
 * The sort orders that a page offers, in the order of `titles`. A sort order of the contract without a title does not
 * compile.
 */
export const sortChoices = <Ordering extends string>(
  titles: Readonly<Record<Ordering, string>>,
): readonly Choice<Ordering>[] =>
  // `Object.entries` loses the type of the keys.
  Object.entries<string>(titles).map(([value, title]) => ({ value: value as Ordering, title }))

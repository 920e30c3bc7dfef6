import type { Choice } from '#src/ui/status/radio-menu.tsx'

/** The orders that a page offers, in this order, by their titles. An order of the contract without a title does not compile. */
export const sortChoices = <Ordering extends string>(
  titles: Readonly<Record<Ordering, string>>,
): readonly Choice<Ordering>[] =>
  // Entries lose the type of the names.
  Object.entries<string>(titles).map(([value, title]) => ({ value: value as Ordering, title }))

import type { ImportChoices, OwnerChoice } from '#contract/imports.ts'

/** Nothing was decided: what looks as if it were here already is left out. */
export const NO_CHOICES: ImportChoices = { takes_alike: false, other_lines: [], owners: [] }

/** Whether a row that looks as if it were here already is taken in. */
export const takes = ({ takes_alike, other_lines }: ImportChoices, line: number) =>
  takes_alike !== other_lines.includes(line)

/** All of these rows decided one way. */
export const withAll = (choices: ImportChoices, takes_alike: boolean): ImportChoices => ({
  ...choices,
  takes_alike,
  other_lines: [],
})

/** One of these rows decided, the others as they were. */
export function withOne(choices: ImportChoices, line: number, isTaken: boolean): ImportChoices {
  const others = choices.other_lines.filter((one) => one !== line)
  return { ...choices, other_lines: isTaken === choices.takes_alike ? others : [...others, line] }
}

/** Whom a spelling means; null when that is left as it is found. */
export function withOwner(
  choices: ImportChoices,
  { of, spelled }: Pick<OwnerChoice, 'of' | 'spelled'>,
  id: OwnerChoice['id'] | null,
): ImportChoices {
  const others = choices.owners.filter((one) => one.of !== of || one.spelled !== spelled)
  return { ...choices, owners: id === null ? others : [...others, { of, spelled, id }] }
}

import type { ImportChoices, OwnerChoice } from '#contract/expenses/imports.ts'

/** Nothing was decided: what looks as if it were here already is left out, and so is what repeats an earlier line. */
export const NO_CHOICES: ImportChoices = {
  takes_alike: false,
  other_lines: [],
  takes_repeats: false,
  other_repeats: [],
  owners: [],
}

/** Why a person decides on rows, by what is decided of all of them, and of those that are decided the other way. */
const FIELDS = {
  alike: { all: 'takes_alike', others: 'other_lines' },
  repeat: { all: 'takes_repeats', others: 'other_repeats' },
} as const
export type Decided = keyof typeof FIELDS

/** Whether a row that is decided on is taken in. */
export const takes = (choices: ImportChoices, of: Decided, line: number) =>
  choices[FIELDS[of].all] !== choices[FIELDS[of].others].includes(line)

/** All of these rows decided one way. */
export const withAll = (choices: ImportChoices, of: Decided, isTaken: boolean): ImportChoices => ({
  ...choices,
  [FIELDS[of].all]: isTaken,
  [FIELDS[of].others]: [],
})

interface OneRow {
  readonly of: Decided
  readonly line: number
  readonly isTaken: boolean
}

/** One of these rows decided, the others as they were. */
export function withOne(choices: ImportChoices, { of, line, isTaken }: OneRow): ImportChoices {
  const others = choices[FIELDS[of].others].filter((one) => one !== line)
  return { ...choices, [FIELDS[of].others]: isTaken === choices[FIELDS[of].all] ? others : [...others, line] }
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

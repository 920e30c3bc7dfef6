import type { ImportChoices, OwnerChoice } from '#contract/expenses/imports.ts'

/** The defaults: rows that seem to be in the books already and rows that repeat an earlier line are left out. */
export const NO_CHOICES: ImportChoices = {
  takes_alike: false,
  other_lines: [],
  takes_repeats: false,
  other_repeats: [],
  owners: [],
}

/**
 * The reasons for a decision about rows, each with the field for the general decision and the field for the exceptions.
 */
const FIELDS = {
  alike: { all: 'takes_alike', others: 'other_lines' },
  repeat: { all: 'takes_repeats', others: 'other_repeats' },
} as const
export type DecisionReason = keyof typeof FIELDS

/** Whether a row is imported under these decisions. */
export const isImported = (choices: ImportChoices, of: DecisionReason, line: number) =>
  choices[FIELDS[of].all] !== choices[FIELDS[of].others].includes(line)

/** The same decision for all rows with this reason. */
export const withAll = (choices: ImportChoices, of: DecisionReason, isTaken: boolean): ImportChoices => ({
  ...choices,
  [FIELDS[of].all]: isTaken,
  [FIELDS[of].others]: [],
})

interface OneRow {
  readonly of: DecisionReason
  readonly line: number
  readonly isTaken: boolean
}

/** A decision about one row; the others stay unchanged. */
export function withOne(choices: ImportChoices, { of, line, isTaken }: OneRow): ImportChoices {
  const others = choices[FIELDS[of].others].filter((one) => one !== line)
  return { ...choices, [FIELDS[of].others]: isTaken === choices[FIELDS[of].all] ? others : [...others, line] }
}

/** Sets the owner that a spelling means; null keeps the owner that the server finds. */
export function withOwner(
  choices: ImportChoices,
  { of, spelled }: Pick<OwnerChoice, 'of' | 'spelled'>,
  id: OwnerChoice['id'] | null,
): ImportChoices {
  const others = choices.owners.filter((one) => one.of !== of || one.spelled !== spelled)
  return { ...choices, owners: id === null ? others : [...others, { of, spelled, id }] }
}

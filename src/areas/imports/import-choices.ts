import type { ImportChoices, OwnerChoice } from '#contract/imports.ts'

/** Nothing was decided: what looks as if it were here already is left out, what repeats an earlier line is taken. */
export const NO_CHOICES: ImportChoices = { takes_alike: false, leaves_repeats: false, other_lines: [], owners: [] }

/** Why a person decides on a row: it looks as if it were here already, or it repeats an earlier line of its report. */
export type Decided = 'alike' | 'repeat'

const takesAll = ({ takes_alike, leaves_repeats }: ImportChoices, of: Decided) =>
  of === 'alike' ? takes_alike : !leaves_repeats

/** Whether a row that is decided on is taken in. */
export const takes = (choices: ImportChoices, of: Decided, line: number) =>
  takesAll(choices, of) !== choices.other_lines.includes(line)

interface AllRows {
  readonly of: Decided
  /** Those that may have been decided one by one. */
  readonly rows: readonly { readonly line: number }[]
  readonly isTaken: boolean
}

/** All of these rows decided one way. */
export function withAll(choices: ImportChoices, { of, rows, isTaken }: AllRows): ImportChoices {
  const lines = new Set(rows.map(({ line }) => line))
  const other_lines = choices.other_lines.filter((line) => !lines.has(line))
  return { ...choices, ...(of === 'alike' ? { takes_alike: isTaken } : { leaves_repeats: !isTaken }), other_lines }
}

interface OneRow {
  readonly of: Decided
  readonly line: number
  readonly isTaken: boolean
}

/** One of these rows decided, the others as they were. */
export function withOne(choices: ImportChoices, { of, line, isTaken }: OneRow): ImportChoices {
  const others = choices.other_lines.filter((one) => one !== line)
  return { ...choices, other_lines: isTaken === takesAll(choices, of) ? others : [...others, line] }
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

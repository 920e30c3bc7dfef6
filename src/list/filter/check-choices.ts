import { folded } from '#contract/text/folded.ts'
import { hasWords, searchWords } from '#contract/text/search.ts'

/** A choice with a checkbox. */
export interface CheckChoice {
  readonly value: string
  readonly title: string
}

/** A list with more choices than this gets a search field. */
export const SEARCHED_BEYOND = 8
/** The most choices drawn at the same time. The search finds the others. */
export const MAX_DRAWN = 100

/** The choices whose titles contain every typed word. */
export function matchingChoices<One extends CheckChoice>(choices: readonly One[], typed: string): readonly One[] {
  const words = searchWords(typed)
  return words.length === 0 ? choices : choices.filter(({ title }) => hasWords(folded(title), words))
}

/**
 * Puts the choices that were selected at opening first, so that they are in sight among thousands. Each part keeps its
 * order.
 */
export function chosenFirst<One extends CheckChoice>(
  choices: readonly One[],
  chosen: ReadonlySet<string>,
): readonly One[] {
  return [...choices.filter(({ value }) => chosen.has(value)), ...choices.filter(({ value }) => !chosen.has(value))]
}

/** Whether the selection differs from the former one. */
export function isChanged(before: ReadonlySet<string>, now: ReadonlySet<string>): boolean {
  return before.size !== now.size || [...now].some((value) => !before.has(value))
}

/** The selection with one value added or removed. */
export function toggled(chosen: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const after = new Set(chosen)
  if (!after.delete(value)) after.add(value)
  return after
}

import { folded } from '#contract/text/folded.ts'
import { hasWords, searchWords } from '#contract/text/search.ts'

/** One of several to tick. */
export interface Tickable {
  readonly value: string
  readonly title: string
}

/** A list of more than so many can be searched. */
export const SEARCHED_BEYOND = 8
/** So many are drawn at once: who wants another one types. */
export const MAX_DRAWN = 100

/** Those in whose title all words stand that were typed. */
export function foundAmong<One extends Tickable>(choices: readonly One[], typed: string): readonly One[] {
  const words = searchWords(typed)
  return words.length === 0 ? choices : choices.filter(({ title }) => hasWords(folded(title), words))
}

/** What was chosen when they were opened first, so that it is in sight among thousands; each part in its order. */
export function chosenFirst<One extends Tickable>(
  choices: readonly One[],
  chosen: ReadonlySet<string>,
): readonly One[] {
  return [...choices.filter(({ value }) => chosen.has(value)), ...choices.filter(({ value }) => !chosen.has(value))]
}

/** Whether another choice was made than there was. */
export function isOther(before: ReadonlySet<string>, now: ReadonlySet<string>): boolean {
  return before.size !== now.size || [...now].some((value) => !before.has(value))
}

/** The other state of one of them. */
export function withOther(chosen: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const after = new Set(chosen)
  if (!after.delete(value)) after.add(value)
  return after
}

import { folded } from '#contract/text/folded.ts'
import { hasWords, searchWords } from '#contract/text/search.ts'
import { stepOf } from '#src/ui/photo/step-of.ts'

/** A choice in a picker. */
export interface Pickable {
  /** Unique among the choices; empty for "none". */
  readonly value: string
  readonly title: string
  /** Choices of one group are shown together under its name. */
  readonly group?: string
  /** Shown but not available. The group's name gives the reason, so users do not search for it in vain. */
  readonly isDisabled?: boolean
}

/** A list with more choices than this has a search field. */
export const SEARCHED_BEYOND = 8
/** The most choices drawn at the same time. The search finds the others. */
export const MAX_DRAWN = 100

/**
 * The choices whose title or group name contains every typed word, in the order on screen, which is also the order of
 * the arrow keys.
 */
export function matchingChoices<Choice extends Pickable>(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = searchWords(typed)
  const found = choices.filter(({ title, group = '' }) => hasWords(folded(`${title} ${group}`), words))
  return grouped(found).flatMap(({ of }) => of)
}

/** The choices by group, in the order of the groups' first choices. */
export function grouped<Choice extends Pickable>(
  choices: readonly Choice[],
): readonly { readonly group: string; readonly of: readonly Choice[] }[] {
  const groups = Map.groupBy(choices, ({ group = '' }) => group)
  return [...groups].map(([group, of]) => ({ group, of }))
}

/**
 * The choice that a key moves to; null for other keys. It stops at both ends. Home and End move in the search text and
 * are not used.
 */
export function choiceByKey<Choice extends Pickable>(
  choices: readonly Choice[],
  from: Choice | undefined,
  key: string,
): Choice | null {
  if (key === 'Home' || key === 'End') return null
  const to = stepOf(key, from === undefined ? 0 : choices.indexOf(from), choices.length)
  return to === null ? null : (choices[to] ?? null)
}

/** The DOM id of a choice in the list with the id `list`. It must not contain spaces, or references to it fail. */
export function optionId(list: string, { value }: Pickable): string {
  return `${list}-${encodeURIComponent(value)}`
}

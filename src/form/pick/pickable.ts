import { folded } from '#contract/text/folded.ts'
import { hasWords, searchWords } from '#contract/text/search.ts'
import { stepOf } from '#src/ui/photo/step-of.ts'

/** One of many to pick from. */
export interface Pickable {
  /** Unique among them; empty for "none". */
  readonly value: string
  readonly title: string
  /** Choices of one group stand together under its name. */
  readonly group?: string
  /** Shown so that it is not looked for in vain, with the reason as its group's name; it can't be picked. */
  readonly isDisabled?: boolean
}

/** A list of more than so many is searched by typing. */
export const SEARCHED_FROM = 8
/** So many are drawn at once: who wants another one types. */
export const MAX_SHOWN = 100

/**
 * Those in whose title, or the name of whose group, every word stands that was typed; in the order in which they stand on
 * screen, which is the one of the arrows.
 */
export function foundIn<Choice extends Pickable>(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = searchWords(typed)
  const found = choices.filter(({ title, group = '' }) => hasWords(folded(`${title} ${group}`), words))
  return grouped(found).flatMap(({ of }) => of)
}

/** The choices by their groups, in the order in which those come. */
export function grouped<Choice extends Pickable>(
  choices: readonly Choice[],
): readonly { readonly group: string; readonly of: readonly Choice[] }[] {
  const groups = Map.groupBy(choices, ({ group = '' }) => group)
  return [...groups].map(([group, of]) => ({ group, of }))
}

/**
 * Where a key leads to from a choice; null when it is none of the list's keys. It stops at both ends. Home and End are for
 * the text that is searched for.
 */
export function stepFrom<Choice extends Pickable>(
  choices: readonly Choice[],
  from: Choice | undefined,
  key: string,
): Choice | null {
  if (key === 'Home' || key === 'End') return null
  const to = stepOf(key, from === undefined ? 0 : choices.indexOf(from), choices.length)
  return to === null ? null : (choices[to] ?? null)
}

/** The id of a choice in the document, within a list of the id `list`: no blanks, or what refers to it finds nothing. */
export function optionId(list: string, { value }: Pickable): string {
  return `${list}-${encodeURIComponent(value)}`
}

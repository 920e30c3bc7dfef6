import { codeRank, type RecordCodes, searchedCode } from '#contract/text/code-rank.ts'
import { hasText, type SearchedText } from '#contract/text/hits.ts'
import { searchWords } from '#contract/text/search.ts'
import { stepOf } from '#src/ui/photo/step-of.ts'
import type { SearchedRows } from '#src/ui/text/split-found.ts'

/** How a choice is found, in addition to its title. */
export interface Findable {
  /** The codes by which a search ranks the choice. */
  readonly codes?: RecordCodes
  /** The texts by which it is found that the title does not contain. */
  readonly texts?: readonly SearchedText[]
}

/** A choice in a picker. */
export interface Pickable extends Findable {
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
/** The rank of a choice without codes: the last. */
const UNRANKED = Number.MAX_SAFE_INTEGER
/** The most choices drawn at the same time. The search finds the others. */
export const MAX_DRAWN = 100

const NAME = 'name'
/** All texts by which a choice is found. */
function textsOf({ title, group = '', texts = [] }: Pickable): readonly SearchedText[] {
  return [{ title: NAME, text: `${title} ${group}` }, ...texts]
}

const NO_CODES: RecordCodes = { number: '', others: [] }
/** How choices are searched. */
export const SEARCHED_CHOICES: SearchedRows<Pickable> = {
  codesOf: ({ codes = NO_CODES }) => codes,
  textsOf,
  isShown: ({ title }) => title === NAME,
}

/**
 * The choices whose texts contain every typed word, in the order on screen, which is also the order of the arrow keys:
 * the choices first whose codes match best.
 */
export function matchingChoices<Choice extends Pickable>(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = searchWords(typed)
  const found = choices.filter((choice) => hasText(textsOf(choice), words))
  const code = searchedCode(words)
  if (code === '') return grouped(found).flatMap(({ of }) => of)
  const ranked = found.map((choice) => ({ choice, rank: choice.codes ? codeRank(code, choice.codes) : UNRANKED }))
  const best = ranked.toSorted((a, b) => a.rank - b.rank).map(({ choice }) => choice)
  return grouped(best).flatMap(({ of }) => of)
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

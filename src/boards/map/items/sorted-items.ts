import { MAP_STATES } from '#contract/boards/map-states.ts'
import { hasWords, partOf, searchWords } from '#contract/text/search.ts'
import type { MapItem, MapSubject } from './map-item.ts'

/** Numbers in names count as numbers: 9 before 10. */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const RANKS: ReadonlyMap<string, number> = new Map(MAP_STATES.map(({ value }, rank) => [value, rank]))
const rankOf = ({ state }: MapItem) => RANKS.get(state) ?? MAP_STATES.length

/** From A to Z; those of one name by their key, so that they stay where they are. */
export function byName<Subject extends MapSubject>(subjects: readonly Subject[]): readonly Subject[] {
  return subjects.toSorted((a, b) => names.compare(a.title, b.title) || (a.key < b.key ? -1 : 1))
}

/** Those that move first, then those that stop; among each as they stood. */
export function byStatus(items: readonly MapItem[]): readonly MapItem[] {
  return items.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Those in which every word of a search stands; first those that are called just so, among each as they stood. */
export function found<Subject extends MapSubject>(subjects: readonly Subject[], find: string): readonly Subject[] {
  const words = searchWords(find)
  if (words.length === 0) return subjects
  const some = subjects.filter(({ text }) => hasWords(text, words))
  const nameOf = (all: readonly string[]) => all.map((word) => partOf(word).trim()).join(' ')
  const isNamed = ({ title }: Subject) => nameOf(searchWords(title)) === nameOf(words)
  return some.some(isNamed) ? [...some.filter(isNamed), ...some.filter((subject) => !isNamed(subject))] : some
}

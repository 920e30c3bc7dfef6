import { MAP_STATES } from '#contract/boards/map-states.ts'
import { hasWords, searchWords, textToFind } from '#contract/text/search.ts'
import type { MapItem, MapSubject } from './map-item.ts'

/** Sorts numbers in names as numbers: 9 before 10. */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const RANKS: ReadonlyMap<string, number> = new Map(MAP_STATES.map(({ value }, rank) => [value, rank]))
const rankOf = ({ state }: MapItem) => RANKS.get(state) ?? MAP_STATES.length

/** Sorted by name, then by key, so that the order is stable. */
export function byName<Subject extends MapSubject>(subjects: readonly Subject[]): readonly Subject[] {
  return subjects.toSorted((a, b) => names.compare(a.title, b.title) || (a.key < b.key ? -1 : 1))
}

/** Sorted by state: moving items first, then stopped ones. Items with the same state keep their order. */
export function byStatus(items: readonly MapItem[]): readonly MapItem[] {
  return items.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** The items that contain every word of a search: exact names first. Otherwise they keep their order. */
export function matchingSubjects<Subject extends MapSubject>(
  subjects: readonly Subject[],
  find: string,
): readonly Subject[] {
  const words = searchWords(find)
  if (words.length === 0) return subjects
  const some = subjects.filter(({ text }) => hasWords(text, words))
  const nameOf = (all: readonly string[]) => all.map((word) => textToFind(word).trim()).join(' ')
  const isNamed = ({ title }: Subject) => nameOf(searchWords(title)) === nameOf(words)
  return some.some(isNamed) ? [...some.filter(isNamed), ...some.filter((subject) => !isNamed(subject))] : some
}

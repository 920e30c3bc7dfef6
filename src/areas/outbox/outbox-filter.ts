import { folded } from '#contract/text/folded.ts'
import { hasWords, searchWords } from '#contract/text/search.ts'
import { groupsOf, type OutboxGroup, type OutboxItem } from './outbox-items.ts'
import type { OutboxChoice } from './outbox-search.ts'

/** The area of a change: "drivers" for `drivers.changeStatus`; empty when it is no longer known. */
export function kindOf(item: OutboxItem): string {
  return item.entry?.command.split('.')[0] ?? ''
}

/** The areas of the changes, sorted by name, including the chosen one even if it has no changes. */
export function kindsOf(items: readonly OutboxItem[], chosen: string): readonly string[] {
  const kinds = new Set(items.map(kindOf))
  kinds.add(chosen)
  kinds.delete('')
  return [...kinds].sort()
}

const searched = new WeakMap<OutboxItem, string>()

function textOf(item: OutboxItem): string {
  const known = searched.get(item)
  if (known !== undefined) return known
  const text = folded(`${item.words.record} ${item.words.change}`)
  searched.set(item, text)
  return text
}

/** The chosen groups with the changes that contain every typed word. */
export function chosenGroups(items: readonly OutboxItem[], { state, about, q }: OutboxChoice): readonly OutboxGroup[] {
  const words = searchWords(q)
  const fitting = items.filter((item) => (about === '' || kindOf(item) === about) && hasWords(textOf(item), words))
  return groupsOf(fitting, state)
}

import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { EndedChange } from '#src/offline/outbox/settle/ended-changes.ts'
import { describe as wordsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { GROUP_NAMES, type GroupName } from './outbox-search.ts'

/** The state of a change for the user. A discarded change ended without the server. */
export type ItemState = EntryState | 'discarded'

/** One item of the Outbox: an unsettled or a finished change. */
export interface OutboxItem {
  readonly id: string
  readonly seq: number
  readonly standing: ItemState
  /** Null when only the description is still stored. */
  readonly entry: OutboxEntry | null
  readonly words: { readonly record: string; readonly change: string }
  readonly madeAt: number
  readonly settledAt: number | null
}

const TITLES: Readonly<Record<GroupName, string>> = {
  attention: 'Needs attention',
  sign_in: 'Sign in first',
  password: 'Password needed',
  sending: 'Sending',
  waiting: 'Waiting',
  done: 'Done',
}

/**
 * The group of each state. A change that is being sent stays in the waiting group: without a network each attempt would
 * otherwise move cards, and the focus with them, between two groups.
 */
const GROUP_OF: Readonly<Record<ItemState, GroupName>> = {
  conflict: 'attention',
  refused: 'attention',
  unreadable: 'attention',
  sign_in: 'sign_in',
  password: 'password',
  sending: 'waiting',
  waiting: 'waiting',
  done: 'done',
  discarded: 'done',
}

export const groupTitle = (name: GroupName): string => TITLES[name]

export interface OutboxGroup {
  readonly name: GroupName
  readonly title: string
  readonly items: readonly OutboxItem[]
}

/** One item per entry, as long as the entry is unchanged, so its card does not render again. */
const itemOfEntry = new WeakMap<OutboxEntry, OutboxItem>()

function itemOf(entry: OutboxEntry): OutboxItem {
  const known = itemOfEntry.get(entry)
  if (known) return known
  const { id, seq, state: standing, madeAt, settledAt } = entry
  const item = { id, seq, standing, entry, words: wordsOf(entry), madeAt, settledAt }
  itemOfEntry.set(entry, item)
  return item
}

function itemOfDone({ id, seq, state: standing, entry, words, madeAt, settledAt }: EndedChange): OutboxItem {
  return { id, seq, standing, entry, words, madeAt, settledAt }
}

/**
 * All items of the Outbox: unsettled changes, the oldest first, then finished changes, the newest first. A finished
 * change that is still applied to its rows is in both arguments but only once in the result.
 */
export function itemsOf(entries: readonly OutboxEntry[], done: readonly EndedChange[]): readonly OutboxItem[] {
  const shown = entries.map(itemOf)
  const isOpen = new Set(shown.filter((item) => item.standing !== 'done').map((item) => item.id))
  const over = new Map<string, OutboxItem>()
  for (const item of shown) if (item.standing === 'done') over.set(item.id, item)
  for (const one of done) if (!isOpen.has(one.id)) over.set(one.id, itemOfDone(one))
  const newestFirst = [...over.values()].sort((a, b) => (b.settledAt ?? 0) - (a.settledAt ?? 0) || b.seq - a.seq)
  return [...shown.filter((item) => item.standing !== 'done'), ...newestFirst]
}

/**
 * The items in groups, without empty groups. `only` selects one group; empty for all. "Sending" is a group of its own
 * only when it is selected.
 */
export function groupsOf(items: readonly OutboxItem[], only: GroupName | '' = ''): readonly OutboxGroup[] {
  const nameOf = ({ standing }: OutboxItem) => (only === standing ? only : GROUP_OF[standing])
  return GROUP_NAMES.filter((name) => only === '' || name === only)
    .map((name) => ({ name, title: TITLES[name], items: items.filter((item) => nameOf(item) === name) }))
    .filter((group) => group.items.length > 0)
}

/**
 * The sequence numbers of the changes that are the latest of their records. Undoing an earlier change would also undo
 * the later ones.
 */
export function latestOfRecords(items: readonly OutboxItem[]): ReadonlySet<number> {
  const last = new Map<string, number>()
  const undiscardedItems = items.filter(({ standing }) => standing !== 'discarded')
  for (const { seq, entry } of undiscardedItems)
    for (const key of entry?.touches ?? []) last.set(key, Math.max(seq, last.get(key) ?? 0))
  return new Set(
    undiscardedItems
      .filter(({ seq, entry }) => entry?.touches.every((key) => last.get(key) === seq))
      .map(({ seq }) => seq),
  )
}

import type { EntryState, OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { DoneChange } from '#src/offline/outbox/settle/done.ts'
import { describe as wordsOf } from '#src/offline/outbox/show/entry-readings.ts'
import { GROUP_NAMES, type GroupName } from './outbox-search.ts'

/** How a change stands with the person; a discarded one is over without the server. */
export type Standing = EntryState | 'discarded'

/** One line of the Outbox: a change that is still to be settled, or one that is over. */
export interface OutboxItem {
  readonly id: string
  readonly seq: number
  readonly standing: Standing
  /** Null when only the words of it are still kept. */
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
 * What is being sent stays where it waits: without a network each try would else move cards, and the focus with them,
 * from one list to another and back.
 */
const GROUP_OF: Readonly<Record<Standing, GroupName>> = {
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

/** One item an entry, for as long as the entry is the same: a card of it is not drawn anew. */
const itemOfEntry = new WeakMap<OutboxEntry, OutboxItem>()

function itemOf(entry: OutboxEntry): OutboxItem {
  const known = itemOfEntry.get(entry)
  if (known) return known
  const { id, seq, state: standing, madeAt, settledAt } = entry
  const item = { id, seq, standing, entry, words: wordsOf(entry), madeAt, settledAt }
  itemOfEntry.set(entry, item)
  return item
}

function itemOfDone({ id, seq, state: standing, entry, words, madeAt, settledAt }: DoneChange): OutboxItem {
  return { id, seq, standing, entry, words, madeAt, settledAt }
}

/**
 * All that the Outbox shows: what is unsettled, oldest first, then what is over, newest first. A change that is over but
 * still shown over its rows stands in both lists; here it stands once.
 */
export function itemsOf(entries: readonly OutboxEntry[], done: readonly DoneChange[]): readonly OutboxItem[] {
  const shown = entries.map(itemOf)
  const isOpen = new Set(shown.filter((item) => item.standing !== 'done').map((item) => item.id))
  const over = new Map<string, OutboxItem>()
  for (const item of shown) if (item.standing === 'done') over.set(item.id, item)
  for (const one of done) if (!isOpen.has(one.id)) over.set(one.id, itemOfDone(one))
  const newestFirst = [...over.values()].sort((a, b) => (b.settledAt ?? 0) - (a.settledAt ?? 0) || b.seq - a.seq)
  return [...shown.filter((item) => item.standing !== 'done'), ...newestFirst]
}

/**
 * Items by what they ask of the person; groups without any are left out.
 * @param only the one group that is wanted; empty for all. "Sending" is one only when it is asked for.
 */
export function groupsOf(items: readonly OutboxItem[], only: GroupName | '' = ''): readonly OutboxGroup[] {
  const nameOf = ({ standing }: OutboxItem) => (only === standing ? only : GROUP_OF[standing])
  return GROUP_NAMES.filter((name) => only === '' || name === only)
    .map((name) => ({ name, title: TITLES[name], items: items.filter((item) => nameOf(item) === name) }))
    .filter((group) => group.items.length > 0)
}

/**
 * The numbers of the changes behind which no other concerns the same records: taking back an earlier one would take back
 * what was done since as well.
 */
export function latestOf(items: readonly OutboxItem[]): ReadonlySet<number> {
  const last = new Map<string, number>()
  const made = items.filter(({ standing }) => standing !== 'discarded')
  for (const { seq, entry } of made)
    for (const key of entry?.touches ?? []) last.set(key, Math.max(seq, last.get(key) ?? 0))
  return new Set(
    made.filter(({ seq, entry }) => entry?.touches.every((key) => last.get(key) === seq)).map(({ seq }) => seq),
  )
}

import { IconChecks, IconListSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { momentWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { blockedBy, countSendable } from '#src/offline/outbox/send/blocked-entries.ts'
import { dependenciesOf } from '#src/offline/outbox/show/entry-readings.ts'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { EntryDialog, type OpenedDialog } from './entry/entry-dialog.tsx'
import { EntryGroup } from './entry/entry-group.tsx'
import { OutboxActions } from './outbox-actions.tsx'
import { chosenGroups, kindsOf } from './outbox-filter.ts'
import { itemsOf, latestOfRecords } from './outbox-items.ts'
import { OutboxNotices } from './outbox-notices.tsx'
import type { OutboxChoice } from './outbox-search.ts'
import { OutboxToolbar } from './outbox-toolbar.tsx'
import { useEndedChanges } from './use-ended-changes.ts'
import { useKeepFocus } from './use-keep-focus.ts'

interface OutboxPageProps {
  /** The search values of the URL. */
  readonly choice: OutboxChoice
  /** Called with the new search values for the URL. */
  readonly onChoose: (choice: OutboxChoice) => void
}

/**
 * Every change made on this device: waiting changes, those that need the user, finished ones, and the actions for each.
 */
export function OutboxPage({ choice, onChoose }: OutboxPageProps) {
  const { entries, state, held } = useOutbox()
  const done = useEndedChanges(entries)
  const items = useMemo(() => itemsOf(entries, done), [entries, done])
  const latest = useMemo(() => latestOfRecords(items), [items])
  const heldUpTo = held?.upTo ?? 0
  const blocked = useMemo(() => blockedBy(entries, dependenciesOf, heldUpTo), [entries, heldUpTo])
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const [typed, setTyped] = useState(choice.q)
  // A long list follows the typing with a delay; the field never waits for the list.
  const q = useDeferredValue(typed)
  const groups = useMemo(() => chosenGroups(items, { ...choice, q }), [items, choice, q])
  const shown = groups.reduce((sum, group) => sum + group.items.length, 0)
  const keeping = useKeepFocus(items)
  return (
    <div {...keeping}>
      <PageTitle title="Outbox" note={items.length > 0 && <CountWords />}>
        <OutboxActions isEmpty={items.length === 0} free={countSendable(entries, blocked, heldUpTo)} />
      </PageTitle>
      <OutboxNotices />
      {items.length > 0 && (
        <OutboxToolbar
          {...{ choice, onChoose, typed, shown }}
          onType={setTyped}
          count={items.length}
          kinds={kindsOf(items, choice.about)}
        />
      )}
      {groups.map((group) => (
        <EntryGroup key={group.name} {...{ group, latest, blocked, heldUpTo }} onOpen={setOpened} />
      ))}
      {items.length === 0 && state !== 'starting' && state !== 'broken' && <NothingWaits />}
      {items.length > 0 && shown === 0 && <NothingFits />}
      {opened && <EntryDialog key={opened.item.id} opened={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

function CountWords() {
  const { waiting, needsAttention } = useOutbox()
  const words = [
    ...(waiting > 0 ? [`${countOf(waiting, 'change')} waiting`] : []),
    ...(needsAttention > 0
      ? [`${countOf(needsAttention, 'change')} ${needsAttention === 1 ? 'needs' : 'need'} attention`]
      : []),
  ]
  return words.length === 0 ? 'Nothing of yours waits on this device' : words.join(' · ')
}

function NothingWaits() {
  const { online, since } = useOnline()
  const now = useNow()
  return (
    <EmptyState icon={<IconChecks size={32} stroke={1.5} />} title="Nothing of yours waits on this device">
      {online
        ? 'The server has every change that you made here.'
        : `Offline since ${momentWords(since, now)}. What you change now is kept here until it can be sent.`}
    </EmptyState>
  )
}

function NothingFits() {
  return (
    <EmptyState icon={<IconListSearch size={32} stroke={1.5} />} title="No such change">
      No change on this device is what you look for. Choose All, or look for fewer words.
    </EmptyState>
  )
}

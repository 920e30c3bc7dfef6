import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { momentWords } from '#src/format/age.ts'
import { countOf } from '#src/format/numbers.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { sendNow } from '#src/offline/outbox/outbox.ts'
import { useOutbox } from '#src/offline/outbox/use-outbox.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageTitle } from '#src/ui/page-title.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { EntryCard } from './entry-card.tsx'
import { groupsOf, type OutboxGroup } from './entry-words.ts'
import classes from './outbox.module.css'
import { OutboxNotices } from './outbox-notices.tsx'

/** Every change made on this device that the server has not taken yet, what became of it, and what can be done. */
export function OutboxPage() {
  const { entries, waiting, needsAttention, state } = useOutbox()
  const groups = groupsOf(entries)
  const note = [
    waiting > 0 ? `${countOf(waiting, 'change')} waiting` : '',
    needsAttention > 0
      ? `${countOf(needsAttention, 'change')} ${needsAttention === 1 ? 'needs' : 'need'} attention`
      : '',
  ]
  return (
    <>
      <PageTitle title="Outbox" note={note.filter(Boolean).join(' · ')}>
        <Button variant="default" disabled={waiting === 0 || state === 'sending'} onClick={sendNow}>
          {state === 'sending' ? 'Sending…' : 'Send now'}
        </Button>
      </PageTitle>
      <OutboxNotices />
      {groups.map((group) => (
        <Group key={group.name} group={group} />
      ))}
      {groups.length === 0 && state !== 'starting' && state !== 'broken' && <NothingWaits />}
    </>
  )
}

function NothingWaits() {
  const { online, since } = useOnline()
  const now = useNow()
  return (
    <EmptyState icon={<IconChecks size={32} stroke={1.5} />} title="Nothing waits on this device">
      {online
        ? 'The server has every change that was made here.'
        : `Offline since ${momentWords(since, now)}. What you change now is kept here and sent as soon as the server can be reached.`}
    </EmptyState>
  )
}

/** A long list is shown in parts: a thousand cards at once would hold up the page. */
const FIRST_PART = 50
const FURTHER_PART = 200

function Group({ group: { name, title, entries } }: { readonly group: OutboxGroup }) {
  const [most, setMost] = useState(FIRST_PART)
  const left = entries.length - most
  return (
    <section aria-labelledby={`outbox-${name}`} className={classes.group}>
      <h2 id={`outbox-${name}`} className={classes.groupTitle}>
        {title} <span className={classes.count}>{entries.length}</span>
      </h2>
      <ul className={classes.entries}>
        {entries.slice(0, most).map((entry) => (
          <EntryCard key={entry.seq} entry={entry} />
        ))}
      </ul>
      {left > 0 && (
        <Button variant="subtle" onClick={() => setMost(most + FURTHER_PART)}>
          Show {Math.min(left, FURTHER_PART)} more of {left}
        </Button>
      )}
    </section>
  )
}

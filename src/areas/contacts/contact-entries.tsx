import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Contact } from '#contract/contacts.ts'
import { counted } from '#src/format/numbers.ts'
import type { ReadList } from '#src/offline/use-list.ts'
import { type ContactAct, ContactEntry } from './contact-entry.tsx'
import { contactRows } from './contact-queries.ts'
import classes from './contacts.module.css'

/** So many are shown at once: few companies have more. */
const FIRST = 12

interface ContactEntriesProps {
  readonly list: ReadList<Contact>
  readonly onAct: (act: ContactAct, contact: Contact) => void
}

/** The first departments, and all of them page by page for who asks. */
export function ContactEntries({ list, onAct }: ContactEntriesProps) {
  const { rows, count, hasMore, isLoadingMore, moreProblem, loadMore } = list
  const [isLong, setIsLong] = useState(false)
  // One button all along: it keeps the focus, whatever it does next.
  const next = !isLong
    ? { words: hasMore ? 'Show more' : `Show all ${counted(count)}`, act: () => setIsLong(true) }
    : hasMore
      ? { words: isLoadingMore ? 'Loading...' : 'Show more', act: loadMore }
      : { words: 'Show fewer', act: () => setIsLong(false) }
  return (
    <>
      <ul className={classes.entries}>
        {(isLong ? rows : rows.slice(0, FIRST)).map((contact) => (
          <ContactEntry key={contactRows.keyOf(contact)} contact={contact} onAct={onAct} />
        ))}
      </ul>
      {rows.length > FIRST || hasMore ? (
        <div className={classes.more}>
          <Button variant="default" size="compact-md" aria-expanded={isLong} onClick={next.act}>
            {next.words}
            <span className="visually-hidden"> departments</span>
          </Button>
          <span role="status">
            {isLong && hasMore ? `${counted(rows.length)} of ${counted(count)}` : null}
            {isLong && moreProblem !== null ? `. ${moreProblem.message}` : null}
          </span>
        </div>
      ) : null}
    </>
  )
}

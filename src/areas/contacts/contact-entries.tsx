import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Contact } from '#contract/contacts.ts'
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
  return (
    <>
      <ul className={classes.entries}>
        {(isLong ? rows : rows.slice(0, FIRST)).map((contact) => (
          <ContactEntry key={contactRows.keyOf(contact)} contact={contact} onAct={onAct} />
        ))}
      </ul>
      {isLong && hasMore ? (
        <div className={classes.more}>
          <Button variant="default" size="compact-md" loading={isLoadingMore} onClick={loadMore}>
            Show more
          </Button>
          <span role="status">
            {rows.length} of {count}
            {moreProblem === null ? '' : `. ${moreProblem.message}`}
          </span>
        </div>
      ) : null}
      {rows.length > FIRST || hasMore ? (
        <div className={classes.more}>
          <Button variant="default" size="compact-md" aria-expanded={isLong} onClick={() => setIsLong(!isLong)}>
            {isLong ? 'Show fewer' : `Show all ${count}`}
            <span className="visually-hidden"> departments</span>
          </Button>
        </div>
      ) : null}
    </>
  )
}

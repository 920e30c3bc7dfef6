import { Button } from '@mantine/core'
import { memo, useId, useState } from 'react'
import type { Contact } from '#contract/people/contacts.ts'
import { administrator } from '#contract/wire/access.ts'
import { formatCount } from '#src/format/numbers.ts'
import { ALL_ACTS, type RecordAct, RecordHead } from '#src/list/record-head.tsx'
import type { ReadList } from '#src/offline/reading/use-list.ts'
import { useCan } from '#src/session/use-can.ts'
import { PhoneLink } from '#src/ui/person/contact-line.tsx'
import { contactRows } from './contact-rows.ts'
import classes from './contacts.module.css'

/** The number of departments shown at first: few companies have more. */
const FIRST = 12
const NO_ACTS: readonly RecordAct[] = []

export interface ContactEntriesProps {
  readonly list: ReadList<Contact>
  readonly onAct: (act: RecordAct, contact: Contact) => void
}

/** The first departments, and more of them page by page with a button. */
export function ContactEntries({ list, onAct }: ContactEntriesProps) {
  const { rows, count, hasMore, isLoadingMore, moreProblem, loadMore } = list
  const [isLong, setIsLong] = useState(false)
  const may = useCan(administrator) ? ALL_ACTS : NO_ACTS
  // The same button for every step, so it keeps the focus.
  const next = !isLong
    ? { words: hasMore ? 'Show more' : `Show all ${formatCount(count)}`, act: () => setIsLong(true) }
    : hasMore
      ? { words: isLoadingMore ? 'Loading...' : 'Show more', act: loadMore }
      : { words: 'Show fewer', act: () => setIsLong(false) }
  return (
    <>
      <ul className={classes.entries}>
        {(isLong ? rows : rows.slice(0, FIRST)).map((contact) => (
          <ContactEntry key={contactRows.keyOf(contact)} contact={contact} may={may} onAct={onAct} />
        ))}
      </ul>
      {rows.length > FIRST || hasMore ? (
        <div className={classes.more}>
          <Button variant="default" size="compact-md" aria-expanded={isLong} onClick={next.act}>
            {next.words}
            <span className="visually-hidden"> departments</span>
          </Button>
          <span role="status">
            {isLong && hasMore ? `${formatCount(rows.length)} of ${formatCount(count)}` : null}
            {isLong && moreProblem !== null ? `. ${moreProblem.message}` : null}
          </span>
        </div>
      ) : null}
    </>
  )
}

interface ContactEntryProps {
  readonly contact: Contact
  readonly may: readonly RecordAct[]
  readonly onAct: ContactEntriesProps['onAct']
}

/** A department with its location and links to call and to e-mail it. */
const ContactEntry = memo(function ContactEntry({ contact, may, onAct }: ContactEntryProps) {
  const { department_name, location, phones, email } = contact
  const id = useId()
  return (
    <li className={classes.entry} aria-labelledby={id}>
      <RecordHead kind={contactRows} row={contact} name={department_name} id={id} level="h3" {...{ may, onAct }} />
      <p className={classes.location}>{location}</p>
      <p className={classes.reached}>
        {phones.map(({ phone }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second phone, which can be equal.
          <PhoneLink key={index} phone={phone} orElse={<span>{phone}</span>} />
        ))}
      </p>
      <p className={classes.reached}>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    </li>
  )
})

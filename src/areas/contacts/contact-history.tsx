import { useMemo } from 'react'
import type { Contact } from '#contract/contacts.ts'
import { historyEndpoints } from '#contract/history.ts'
import { historyQuery } from '#src/history/history-query.ts'
import { HistoryDialog } from '#src/history/record-history.tsx'
import { CONTACT_HISTORY } from './contact-history-words.ts'
import { contactRows } from './contact-queries.ts'

interface ContactHistoryProps {
  readonly contact: Contact
  readonly onClose: () => void
}

/** Who changed what of a department. */
export function ContactHistory({ contact, onClose }: ContactHistoryProps) {
  const { id, department_name } = contact
  const query = useMemo(() => historyQuery({ area: 'contacts', endpoint: historyEndpoints.contacts, id }), [id])
  return (
    <HistoryDialog
      record={department_name}
      query={query}
      words={CONTACT_HISTORY}
      kind={contactRows}
      recordKey={contactRows.keyOf(contact)}
      onClose={onClose}
    />
  )
}

import { ActionIcon } from '@mantine/core'
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { memo, useId } from 'react'
import { administrator } from '#contract/access.ts'
import type { Contact } from '#contract/contacts.ts'
import { useMark } from '#src/offline/outbox/use-outbox.ts'
import { Can } from '#src/session/can.tsx'
import { PhoneLink } from '#src/ui/contact-line.tsx'
import { WaitingMark } from '#src/ui/waiting-mark.tsx'
import { contactRows } from './contact-queries.ts'
import classes from './contacts.module.css'

/** What an administrator can do with a department. */
export type ContactAct = 'edit' | 'history' | 'remove'

interface ContactEntryProps {
  readonly contact: Contact
  readonly onAct: (act: ContactAct, contact: Contact) => void
}

/** A department, where it sits, and links to call it and to write to it. */
export const ContactEntry = memo(function ContactEntry({ contact, onAct }: ContactEntryProps) {
  const { department_name, location, phones, email } = contact
  const mark = useMark(contactRows, contactRows.keyOf(contact))
  const id = useId()
  return (
    <li className={classes.entry} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id} className={classes.name} translate="no">
          {department_name}
        </h3>
        <WaitingMark mark={mark} />
        <Can access={administrator}>
          <Acts contact={contact} onAct={onAct} />
        </Can>
      </div>
      <p className={classes.location}>{location}</p>
      <p className={classes.reached}>
        {phones.map(({ phone }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second phone, which may be the same.
          <PhoneLink key={index} phone={phone} orElse={<span>{phone}</span>} />
        ))}
      </p>
      <p className={classes.reached}>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    </li>
  )
})

const ICON = { size: 17, stroke: 1.75 }
const LOOK = { variant: 'subtle', color: 'gray', size: 'lg' } as const

function Acts({ contact, onAct }: ContactEntryProps) {
  const { department_name, version } = contact
  return (
    <span className={classes.acts}>
      {version === 0 ? null : (
        <ActionIcon
          {...LOOK}
          aria-label={`History of ${department_name}`}
          title="History"
          onClick={() => onAct('history', contact)}
        >
          <IconHistory {...ICON} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon {...LOOK} aria-label={`Edit ${department_name}`} title="Edit" onClick={() => onAct('edit', contact)}>
        <IconPencil {...ICON} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...LOOK}
        aria-label={`Remove ${department_name}`}
        title="Remove"
        onClick={() => onAct('remove', contact)}
      >
        <IconTrash {...ICON} aria-hidden />
      </ActionIcon>
    </span>
  )
}

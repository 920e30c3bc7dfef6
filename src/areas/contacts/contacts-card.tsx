import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import type { Contact } from '#contract/people/contacts.ts'
import { administrator } from '#contract/wire/access.ts'
import { FigureAge } from '#src/figures/figure-age.tsx'
import { NoFigures } from '#src/figures/no-figures.tsx'
import { type ReadList, useList } from '#src/offline/reading/use-list.ts'
import { Can } from '#src/session/can.tsx'
import { useCan } from '#src/session/use-can.ts'
import { Card } from '#src/ui/page/card.tsx'
import { type ContactAct, ContactEntries } from './contact-entries.tsx'
import { contactList, contactRows } from './contact-queries.ts'
import classes from './contacts.module.css'

const NewContactDialog = lazy(() =>
  import('./contact-form.tsx').then((module) => ({ default: module.NewContactDialog })),
)
const ContactDialog = lazy(() => import('./contact-acts.tsx').then((module) => ({ default: module.ContactDialog })))

/** What is asked at the moment: about a new department, or about one of those that there are. */
type Asking = 'new' | { readonly act: ContactAct; readonly contact: Contact }

/** Whom everybody may call: each department and how it is reached. Administrators add, change and remove them. */
export function ContactsCard() {
  const list = useList(contactList)
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const add = useRef<HTMLButtonElement>(null)
  const focusLeft = () => document.activeElement === document.body && add.current?.focus()
  const act = useCallback((act: ContactAct, contact: Contact) => setAsking({ act, contact }), [])
  // Of one that has left the list meanwhile, what was known of it.
  const known = ({ contact }: Exclude<Asking, 'new'>) =>
    list.rows.find((row) => contactRows.keyOf(row) === contactRows.keyOf(contact)) ?? contact
  return (
    <Card
      title="Contacts"
      note={<FigureAge reading={list} />}
      actions={
        <Can access={administrator}>
          <Button
            ref={add}
            size="compact-md"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAsking('new')}
          >
            Add department
          </Button>
        </Can>
      }
    >
      <Departments list={list} onAct={act} />
      <Suspense>
        {asking === 'new' ? <NewContactDialog onClose={close} /> : null}
        {asking !== null && asking !== 'new' ? (
          <ContactDialog act={asking.act} contact={known(asking)} onClose={close} onGone={focusLeft} />
        ) : null}
      </Suspense>
    </Card>
  )
}

interface DepartmentsProps {
  readonly list: ReadList<Contact>
  readonly onAct: (act: ContactAct, contact: Contact) => void
}

/** The departments; or why there are none to be seen. */
function Departments({ list, onAct }: DepartmentsProps) {
  const mayAdd = useCan(administrator)
  if (list.state === 'loading') return <div className={classes.skeleton} aria-busy="true" />
  if (list.state !== 'ready') return <NoFigures reading={list} what="The contacts" />
  if (list.rows.length > 0) return <ContactEntries list={list} onAct={onAct} />
  return (
    <p className={classes.nothing}>
      No departments yet.{' '}
      {mayAdd
        ? 'Add the first one, and everybody can reach it from here.'
        : 'Once an administrator adds them, you can reach them from here.'}
    </p>
  )
}

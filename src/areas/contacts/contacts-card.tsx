import type { Contact } from '#contract/people/contacts.ts'
import { administrator } from '#contract/wire/access.ts'
import { FigureAge } from '#src/figures/figure-age.tsx'
import { NoFigures } from '#src/figures/no-figures.tsx'
import { useRecordActs } from '#src/list/use-record-acts.tsx'
import { type ReadList, useList } from '#src/offline/reading/use-list.ts'
import { Can } from '#src/session/can.tsx'
import { useCan } from '#src/session/use-can.ts'
import { Card } from '#src/ui/page/card.tsx'
import { ContactEntries, type ContactEntriesProps } from './contact-entries.tsx'
import { contactList } from './contact-queries.ts'
import { contactRows } from './contact-rows.ts'
import classes from './contacts.module.css'

const load = () => import('./contact-dialogs.tsx').then(({ contactDialogs }) => contactDialogs)

/** The company's departments with phone and e-mail, for all users. Administrators add, change and remove them. */
export function ContactsCard() {
  const list = useList(contactList)
  const acts = useRecordActs({ kind: contactRows, rows: list.rows, load, add: 'Add department' })
  return (
    <Card
      title="Contacts"
      note={<FigureAge reading={list} />}
      actions={<Can access={administrator}>{acts.addButton}</Can>}
    >
      <Departments list={list} onAct={acts.onAct} />
      {acts.opened}
    </Card>
  )
}

/** The departments, or the reason why none are shown. */
function Departments({ list, onAct }: ContactEntriesProps & { readonly list: ReadList<Contact> }) {
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

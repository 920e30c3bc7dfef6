import { historyEndpoints } from '#contract/wire/history.ts'
import { recordDialogs } from '#src/record/record-dialogs.tsx'
import { removeContact } from './contact-commands.ts'
import { contactForms } from './contact-form.tsx'
import { contactRecord } from './contact-record.ts'
import classes from './contacts.module.css'

/** The dialogs that an administrator opens from the list of departments. */
export const contactDialogs = recordDialogs(contactRecord, {
  ...{ forms: contactForms, remove: removeContact, area: 'contacts', endpoint: historyEndpoints.contacts },
  question: ({ location, email }) => (
    <>
      Are you sure you want to remove department information?
      <p className={classes.location}>{[location, email].join(' · ')}</p>
    </>
  ),
})

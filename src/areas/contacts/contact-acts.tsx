import type { Contact } from '#contract/people/contacts.ts'
import { historyEndpoints } from '#contract/wire/history.ts'
import { submitAndWait, unwatched } from '#src/form/frame/submit-and-wait.ts'
import { tellSubmitted } from '#src/form/frame/tell-submitted.ts'
import { draftOf } from '#src/offline/command.ts'
import { RecordHistoryDialog } from '#src/record/record-history-dialog.tsx'
import { Question } from '#src/ui/dialog/question.tsx'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { removeContact } from './contact-commands.ts'
import type { ContactAct } from './contact-entries.tsx'
import { EditContactDialog } from './contact-form.tsx'
import { contactRecord } from './contact-record.ts'
import classes from './contacts.module.css'

interface QuestionProps {
  readonly contact: Contact
  readonly onClose: () => void
  /** It was removed: what had the focus is gone. */
  readonly onGone: () => void
}

interface ContactDialogProps extends QuestionProps {
  readonly act: ContactAct
}

/** What an administrator has begun with a department. */
export function ContactDialog({ act, contact, onClose, onGone }: ContactDialogProps) {
  switch (act) {
    case 'edit':
      return <EditContactDialog contact={contact} onClose={onClose} />
    case 'remove':
      return <RemoveContactQuestion contact={contact} onClose={onClose} onGone={onGone} />
    case 'history':
      return (
        <RecordHistoryDialog
          {...{ record: contactRecord, row: contact, onClose }}
          area="contacts"
          endpoint={historyEndpoints.contacts}
        />
      )
  }
}

function RemoveContactQuestion({ contact, onClose, onGone }: QuestionProps) {
  const { department_name, location, email } = contact
  return (
    <Question
      title={`Remove ${department_name}`}
      confirm="Remove"
      isDanger
      onConfirm={() => void remove(contact).then(onGone, toastFailure)}
      onClose={onClose}
    >
      Are you sure you want to remove department information?
      <p className={classes.location}>{[location, email].join(' · ')}</p>
    </Question>
  )
}

/** Removes a department. A refusal is told at once, and nothing of it waits then. Throws NotKept and `ApiError`. */
async function remove(was: Contact): Promise<void> {
  const given = { ...draftOf(removeContact, { was }, contactRecord.seenVersionOf(was)), files: [] }
  tellSubmitted(await submitAndWait([given], { ...unwatched(), isHere: () => true }), 'Successfully deleted')
}

import type { Contact } from '#contract/contacts.ts'
import { Question } from '#src/ui/question.tsx'
import { toastFailure } from '#src/ui/toast.ts'
import classes from './contacts.module.css'
import { takeContactAway } from './save-contact.ts'

interface RemoveContactQuestionProps {
  readonly contact: Contact
  readonly onClose: () => void
  /** It has left the list, and the button that removed it with it. */
  readonly onGone: () => void
}

/** Asks before a department is removed. */
export function RemoveContactQuestion({ contact, onClose, onGone }: RemoveContactQuestionProps) {
  const { location, email } = contact
  const remove = () => {
    takeContactAway(contact).then(onGone, toastFailure)
  }
  return (
    <Question
      title={`Remove ${contact.department_name}`}
      confirm="Remove"
      isDanger
      onConfirm={remove}
      onClose={onClose}
    >
      Are you sure you want to remove department information?
      <p className={classes.location}>{[location, email].join(' · ')}</p>
    </Question>
  )
}

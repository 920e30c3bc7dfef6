import type { Contact } from '#contract/contacts.ts'
import { Question } from '#src/ui/question.tsx'
import { toastFailure } from '#src/ui/toast.ts'
import { takeContactAway } from './save-contact.ts'

interface RemoveContactQuestionProps {
  readonly contact: Contact
  readonly onClose: () => void
}

/** Asks before a department is removed. */
export function RemoveContactQuestion({ contact, onClose }: RemoveContactQuestionProps) {
  const remove = () => {
    takeContactAway(contact).catch(toastFailure)
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
    </Question>
  )
}

import { Question } from '#src/ui/dialog/question.tsx'
import type { FiringConfirmation } from './use-firing-question.ts'

/** Asks for confirmation before keys set *Firing*. Pressing only Enter cancels. */
export function FiringQuestion({ days, onConfirm, onClose }: FiringConfirmation) {
  return (
    <Question title="Set Firing?" confirm="Set Firing" isDanger onConfirm={onConfirm} onClose={onClose}>
      <p>{days}. All who may see the schedule see it there.</p>
    </Question>
  )
}

import { Question } from '#src/ui/dialog/question.tsx'
import type { FiringAsked } from './use-firing-question.ts'

/** Asks before keys set *Firing*; Enter alone is a no. */
export function FiringQuestion({ days, onConfirm, onClose }: FiringAsked) {
  return (
    <Question title="Set Firing?" confirm="Set Firing" isDanger onConfirm={onConfirm} onClose={onClose}>
      <p>{days}. All who may see the schedule see it there.</p>
    </Question>
  )
}

import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import type { FiringConfirmation } from './use-firing-question.ts'

const FiringQuestion = lazyPart(() => import('./firing-question.tsx').then((part) => part.FiringQuestion))

/** The confirmation before keys set *Firing*, while it is open. */
export function FiringPrompt({ confirmation }: { readonly confirmation: FiringConfirmation | null }) {
  return confirmation && <FiringQuestion {...confirmation} />
}

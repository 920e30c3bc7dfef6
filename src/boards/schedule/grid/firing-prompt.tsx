import { lazy, Suspense } from 'react'
import type { FiringConfirmation } from './use-firing-question.ts'

const FiringQuestion = lazy(() => import('./firing-question.tsx').then((part) => ({ default: part.FiringQuestion })))

/** The confirmation before keys set *Firing*, while it is open. */
export function FiringPrompt({ confirmation }: { readonly confirmation: FiringConfirmation | null }) {
  return <Suspense>{confirmation && <FiringQuestion {...confirmation} />}</Suspense>
}

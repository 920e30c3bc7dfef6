import { lazy, Suspense } from 'react'
import type { FiringAsked } from './use-firing-question.ts'

const FiringQuestion = lazy(() => import('./firing-question.tsx').then((part) => ({ default: part.FiringQuestion })))

/** The question before keys set *Firing*, while it is asked. */
export function AskedFiring({ asked }: { readonly asked: FiringAsked | null }) {
  return <Suspense>{asked && <FiringQuestion {...asked} />}</Suspense>
}

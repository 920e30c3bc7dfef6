import { useOnline } from '#src/offline/connectivity.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { AgeLabel } from '#src/ui/status/age-label.tsx'

interface FigureAgeProps {
  readonly reading: Reading
  /** The text for current figures. */
  readonly fresh?: string
}

/** The age of figures that did not just come from the server. */
export function FigureAge({ reading, fresh }: FigureAgeProps) {
  const { state, problem, source, updatedAt } = reading
  const { online } = useOnline()
  if (state !== 'ready') return null
  if (online && problem === null && source !== 'cache') return fresh
  return <AgeLabel at={updatedAt} form="as_of" />
}

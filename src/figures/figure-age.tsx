import { useOnline } from '#src/offline/connectivity.ts'
import type { Reading } from '#src/offline/reading/use-reading.ts'
import { AgeLabel } from '#src/ui/status/age-label.tsx'

interface FigureAgeProps {
  readonly reading: Reading
  /** What is said of figures that are of now. */
  readonly fresh?: string
}

/** How old figures are that did not come from the server just now, or that it can't be asked for. */
export function FigureAge({ reading, fresh }: FigureAgeProps) {
  const { state, problem, source, updatedAt } = reading
  const { online } = useOnline()
  if (state !== 'ready') return null
  if (online && problem === null && source !== 'cache') return fresh
  return <AgeLabel at={updatedAt} form="as_of" />
}

import type { Reading } from '#src/offline/use-reading.ts'
import { AgeLabel } from '#src/ui/age-label.tsx'

/** How old figures are that did not come from the server just now. */
export function FigureAge({ reading }: { readonly reading: Reading }) {
  const { state, problem, source, updatedAt } = reading
  if (state !== 'ready' || (problem === null && source !== 'cache')) return null
  return <AgeLabel at={updatedAt} form="as_of" />
}

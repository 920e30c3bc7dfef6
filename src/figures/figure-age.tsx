import { useOnline } from '#src/offline/connectivity.ts'
import type { Reading } from '#src/offline/use-reading.ts'
import { AgeLabel } from '#src/ui/age-label.tsx'

/** How old figures are that did not come from the server just now, or that it can't be asked for. */
export function FigureAge({ reading }: { readonly reading: Reading }) {
  const { state, problem, source, updatedAt } = reading
  const { online } = useOnline()
  if (state !== 'ready' || (online && problem === null && source !== 'cache')) return null
  return <AgeLabel at={updatedAt} form="as_of" />
}

import { ageWords, asOfWords } from '#src/format/age.ts'
import { useNow } from '../use-now.ts'

interface AgeLabelProps {
  /** When the data came from the server, in milliseconds; null when that is not known. */
  readonly at: number | null
  /** How the age is told: "2 min ago" or "as of 14:05". */
  readonly form?: 'ago' | 'as_of'
}

/** How old what is shown is, kept current while it stands there. */
export function AgeLabel({ at, form = 'ago' }: AgeLabelProps) {
  const now = useNow()
  if (at === null) return null
  const [shown, hint] =
    form === 'ago' ? [ageWords(at, now), asOfWords(at, now)] : [asOfWords(at, now), ageWords(at, now)]
  return (
    <time dateTime={new Date(at).toISOString()} title={hint}>
      {shown}
    </time>
  )
}

import { ageWords, asOfWords } from '#src/format/age.ts'
import { useNow } from '../use-now.ts'

interface AgeLabelProps {
  /** When the server sent the data, in milliseconds since 1970; null when unknown. */
  readonly at: number | null
  /** The form: "2 min ago" or "as of 2:05 PM". */
  readonly form?: 'ago' | 'as_of'
}

/** The age of the data on screen, updated while it is shown. */
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

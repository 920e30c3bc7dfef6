import { useMemo } from 'react'
import { useFold } from '#src/offline/fold/use-fold.ts'
import { type Reading, useReading } from '#src/offline/reading/use-reading.ts'
import { useToday } from '#src/ui/use-now.ts'
import { type Attended, attended } from './attention-groups.ts'
import { attentionToday } from './attention-queries.ts'

interface AttendedHow {
  /** It follows what others ask for, and asks for nothing. */
  readonly isPassive?: boolean
}

/** What needs attention now, as this device knows it; null while there is nothing to tell. */
export function useAttended({ isPassive = false }: AttendedHow = {}): {
  readonly attended: Attended | null
  readonly reading: Reading
} {
  const { known, ...reading } = useReading({ ...attentionToday.options, enabled: !isPassive })
  const fold = useFold()
  const today = useToday()
  const data = known?.data
  return { attended: useMemo(() => (data ? attended(data, fold, today) : null), [data, fold, today]), reading }
}

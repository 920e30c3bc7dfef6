import { useMemo } from 'react'
import { useFold } from '#src/offline/fold/use-fold.ts'
import { type Reading, useReading } from '#src/offline/reading/use-reading.ts'
import { useToday } from '#src/ui/use-now.ts'
import { type AttentionSummary, attentionSummary } from './attention-groups.ts'
import { attentionToday } from './attention-queries.ts'

interface AttentionOptions {
  /** Only follows the requests of other components and sends none. */
  readonly isPassive?: boolean
}

/** What needs attention now, from this device's data; null while it is unknown. */
export function useAttentionSummary({ isPassive = false }: AttentionOptions = {}): {
  readonly attended: AttentionSummary | null
  readonly reading: Reading
} {
  const { known, ...reading } = useReading({ ...attentionToday.options, enabled: !isPassive })
  const fold = useFold(known?.asOf)
  const today = useToday()
  const data = known?.data
  return { attended: useMemo(() => (data ? attentionSummary(data, fold, today) : null), [data, fold, today]), reading }
}

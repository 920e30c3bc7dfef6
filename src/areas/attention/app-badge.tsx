import { useEffect, useMemo } from 'react'
import { useFold } from '#src/offline/fold/use-fold.ts'
import { setIconBadge } from '#src/offline/icon-badge.ts'
import { prefetch } from '#src/offline/reading/declared-query.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { useToday } from '#src/ui/use-now.ts'
import { attentionSummary } from './attention-groups.ts'
import { attentionToday } from './attention-queries.ts'

/**
 * Shows the number of records that need attention on the icon of the installed app; nothing while no user is signed in.
 * It sends no requests after the start: it follows what is prefetched and what the dashboard loads. It does not read the
 * lists of units: a unit that gets its first need from a waiting change counts once the change is sent.
 */
export function AppBadge() {
  const { known } = useReading({ ...attentionToday.options, enabled: false })
  const fold = useFold(known?.asOf)
  const today = useToday()
  const data = known?.data
  const total = useMemo(() => (data ? attentionSummary(data, fold, today).total : 0), [data, fold, today])
  useEffect(() => {
    void prefetch(attentionToday)
    return () => setIconBadge('attention', 0)
  }, [])
  useEffect(() => {
    setIconBadge('attention', total)
  }, [total])
  return null
}

import { useEffect } from 'react'
import { setIconBadge } from '#src/offline/icon-badge.ts'
import { prefetch } from '#src/offline/reading/declared-query.ts'
import { attentionToday } from './attention-queries.ts'
import { useAttentionSummary } from './use-attention-summary.ts'

/**
 * Shows the number of records that need attention on the icon of the installed app; nothing while no user is signed in.
 * It sends no requests after the start: it follows what is prefetched and what the dashboard loads.
 */
export function AppBadge() {
  const { attended } = useAttentionSummary({ isPassive: true })
  const total = attended?.total ?? 0
  useEffect(() => {
    void prefetch(attentionToday)
    return () => setIconBadge('attention', 0)
  }, [])
  useEffect(() => {
    setIconBadge('attention', total)
  }, [total])
  return null
}

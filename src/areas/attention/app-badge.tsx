import { useEffect } from 'react'
import { setIconBadge } from '#src/offline/icon-badge.ts'
import { prefetch } from '#src/offline/reading/declared-query.ts'
import { attentionToday } from './attention-queries.ts'
import { useAttended } from './use-attended.ts'

/**
 * Keeps the number of records that need attention on the icon of the installed app; none for nobody. It asks for nothing by
 * itself but at the start: from then on it follows what is fetched ahead and what the dashboard shows.
 */
export function AppBadge() {
  const { attended } = useAttended({ isPassive: true })
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

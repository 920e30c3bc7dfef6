import { Notice } from '#src/ui/notice/notice.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import type { FeedState } from './feed-state.ts'

/** When the vendor last told where things are, for the line of the title. */
export function FeedNote({ answeredAt }: Pick<FeedState, 'answeredAt'>) {
  if (answeredAt === null) return null
  return (
    <>
      Positions <AgeLabel at={answeredAt} form="as_of" />
    </>
  )
}

/** Why there is nothing new, or nothing at all. */
export function FeedTrouble({ feed, answeredAt, clock }: FeedState) {
  if (feed === null) return null
  if (feed.vendor === null)
    return <Notice tone="caution">No telematics vendor is set up, so the map knows no positions.</Notice>
  if (feed.failure === null && !clock.isLate) return null
  return (
    <Notice tone="caution">
      {feed.failure === null ? '' : `No new positions: ${feed.failure} `}
      {answeredAt === null ? null : (
        <>
          These are the last known positions, <AgeLabel at={answeredAt} form="as_of" />.
        </>
      )}
    </Notice>
  )
}

import { Notice } from '#src/ui/notice/notice.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import type { FeedState } from './feed-state.ts'

/** The time of the vendor's last response, for the title line. */
export function FeedNote({ answeredAt }: Pick<FeedState, 'answeredAt'>) {
  if (answeredAt === null) return null
  return (
    <>
      Positions <AgeLabel at={answeredAt} form="as_of" />
    </>
  )
}

/** The reason why there are no new positions, or none at all. */
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

import type { Inspection } from '#contract/maintenance/inspections.ts'
import { arrivedLater, momentOf } from '../inspection-words.ts'
import classes from './made-and-arrived.module.css'

/** When a report was made and when it arrived, in a `<dl>`, where these are two moments: it was made without a network. */
export function MadeAndArrived({ row }: { readonly row: Inspection }) {
  const arrived = arrivedLater(row.made_at, row.received_at)
  if (arrived === null || row.made_at === null) return null
  return (
    <div className={classes.moments}>
      <dt>Made</dt>
      <dd>
        {momentOf(row.made_at)}, arrived {momentOf(arrived)}
      </dd>
    </div>
  )
}

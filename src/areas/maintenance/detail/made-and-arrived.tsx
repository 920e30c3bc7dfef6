import type { Inspection } from '#contract/maintenance/inspections.ts'
import { lateArrival, momentWords } from '../inspection-words.ts'
import classes from './made-and-arrived.module.css'

/**
 * When a report was created and when it arrived at the server, for a `<dl>`. Shown only if the two times differ, as for
 * a report created without a network.
 */
export function MadeAndArrived({ row }: { readonly row: Inspection }) {
  const arrived = lateArrival(row.made_at, row.received_at)
  if (arrived === null || row.made_at === null) return null
  return (
    <div className={classes.moments}>
      <dt>Done</dt>
      <dd>
        {momentWords(row.made_at)} · received {momentWords(arrived)}
      </dd>
    </div>
  )
}

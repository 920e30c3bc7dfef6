import { whoWords } from '#src/areas/outbox/entry/content-text.ts'
import { useNow } from '#src/ui/use-now.ts'
import type { ConflictRow } from './conflict-rows.ts'
import classes from './conflict-table.module.css'

/** The conflicting fields: the former value, the other user's value and the user's own. */
export function ConflictTable({ rows }: { readonly rows: readonly ConflictRow[] }) {
  const now = useNow()
  return (
    <table className={classes.conflicts}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Was</th>
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.title}</th>
            <td data-label="Was">{row.was ?? 'not known'}</td>
            <td data-label="Theirs">
              {row.theirs}
              <Who row={row} now={now} />
            </td>
            <td data-label="Yours" className={classes.yours}>
              {row.yours}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Who({ row, now }: { readonly row: ConflictRow; readonly now: number }) {
  const words = whoWords(row, now)
  return words === '' ? null : <span className={classes.who}>{words}</span>
}

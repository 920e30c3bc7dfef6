import type { Inspection } from '#contract/maintenance/inspections.ts'
import { defectTitle } from '#contract/maintenance/maintenance-choices.ts'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'
import { foundWords } from '../inspection-words.ts'
import classes from './inspection-detail.module.css'

const COLORS = { ok: 'green', defect: 'red', not_applicable: 'gray' } as const

/** What was found of each part that was looked over. */
export function ChecklistTable({ items }: { readonly items: Inspection['checklist'] }) {
  return (
    <ul className={classes.checklist}>
      {items.map(({ part, found }) => (
        <li key={part}>
          <span>{defectTitle(part)}</span>
          <StatusBadge color={COLORS[found]} title={foundWords(found)} />
        </li>
      ))}
    </ul>
  )
}

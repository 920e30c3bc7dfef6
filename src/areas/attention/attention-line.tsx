import { Link } from '@tanstack/react-router'
import type { AttentionItem, AttentionKind } from '#contract/maintenance/attention.ts'
import { inspectionKind } from '#contract/maintenance/inspections.ts'
import { driverKind } from '#contract/people/drivers.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { can } from '#contract/wire/access.ts'
import { openRow } from '#src/list/opened-rows.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { useSession } from '#src/session/session.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './attention-line.module.css'
import { lineActions, lineWords } from './attention-line-words.ts'

interface AttentionLineProps {
  readonly item: AttentionItem
  readonly kind: AttentionKind
}

/** The record kind and key of an item, as changes use them. */
function recordOf(item: AttentionItem) {
  if (item.of === 'driver') return { of: driverKind, key: driverKind.keyOf(item.row) }
  if (item.of === 'unit') return { of: unitKind, key: unitKind.keyOf(item.row) }
  return { of: inspectionKind, key: inspectionKind.keyOf(item.row) }
}

/** One record with its due date and a link to solve it. */
export function AttentionLine({ item, kind }: AttentionLineProps) {
  const { title, note, due } = lineWords(item, kind, useToday())
  const { of, key } = recordOf(item)
  const mark = useMark(of, key)
  return (
    <li className={classes.line}>
      <span className={classes.record}>
        <strong className={classes.title}>{title}</strong> <WaitingMark mark={mark} />
        {note ? <span className={classes.note}>{note}</span> : null}
      </span>
      {due?.words ? (
        <span className={classes.due} data-tone={due.tone}>
          {due.words}
        </span>
      ) : null}
      <LineLink item={item} kind={kind} title={title} />
    </li>
  )
}

/** A link to the first action that the user may take; nothing for users who may not see more of the record. */
function LineLink({ item, kind, title }: AttentionLineProps & { readonly title: string }) {
  const { user } = useSession()
  const lead = lineActions(item, kind).find(({ access }) => can(user, access))
  if (lead === undefined) return null
  return (
    <Link
      {...lead.link}
      onClick={() => lead.opens && openRow(lead.opens.list, lead.opens.key)}
      className={classes.lead ?? ''}
      aria-label={`${lead.words}: ${title}`}
    >
      {lead.words}
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import type { AttentionItem, AttentionKind } from '#contract/maintenance/attention.ts'
import { inspectionKind } from '#contract/maintenance/inspections.ts'
import { driverKind } from '#contract/people/drivers.ts'
import { unitKind } from '#contract/units/unit-names.ts'
import { can } from '#contract/wire/access.ts'
import { openRow } from '#src/list/opened.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { useSession } from '#src/session/session.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './attention-line.module.css'
import { lineLeads, lineWords } from './attention-line-words.ts'

interface AttentionLineProps {
  readonly item: AttentionItem
  readonly kind: AttentionKind
}

/** By what changes know the record of an item. */
function keyed(item: AttentionItem) {
  if (item.of === 'driver') return { of: driverKind, key: driverKind.keyOf(item.row) }
  if (item.of === 'unit') return { of: unitKind, key: unitKind.keyOf(item.row) }
  return { of: inspectionKind, key: inspectionKind.keyOf(item.row) }
}

/** One record, how long it has, and what is done about it. */
export function AttentionLine({ item, kind }: AttentionLineProps) {
  const { title, note, due } = lineWords(item, kind, useToday())
  const { of, key } = keyed(item)
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
      <Lead item={item} kind={kind} title={title} />
    </li>
  )
}

/** The way to what its reader may do about it; none for who may not even see more of it. */
function Lead({ item, kind, title }: AttentionLineProps & { readonly title: string }) {
  const { user } = useSession()
  const lead = lineLeads(item, kind).find(({ access }) => can(user, access))
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

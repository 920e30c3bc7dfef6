import type { AttentionKind } from '#contract/maintenance/attention.ts'
import type { AttentionGroup } from '#src/areas/attention/attention-groups.ts'
import type { IsoDay } from '#src/format/calendar.ts'

/** The work of a yard that falls due on a day. */
const DUE: ReadonlySet<AttentionKind> = new Set(['annual_inspection', 'registration', 'service'])

/** The kind of need that the yard's card shows whole, in place of the card below it. */
export const YARD_KIND: AttentionKind = 'major_defect'

/** What a yard works on today: the open major defects, and of each kind of work what is due on this day. Pure. */
export function yardGroups(groups: readonly AttentionGroup[], today: IsoDay): readonly AttentionGroup[] {
  return groups.flatMap((group) => {
    if (group.kind === YARD_KIND) return [group]
    if (!DUE.has(group.kind)) return []
    const items = group.items.filter(({ due }) => due === today)
    return items.length === 0 ? [] : [{ ...group, title: `${group.title} due today`, items, count: items.length }]
  })
}

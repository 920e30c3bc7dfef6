import type { Inspection } from '#contract/maintenance/inspections.ts'
import { ReadingPlaceholder } from '#src/list/reading-placeholder.tsx'
import type { ReadRecord } from '#src/offline/reading/use-record.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'

/** The placeholder for an inspection that can't be shown: loading, deleted, or the reason. */
export function InspectionAbsent({ read }: { readonly read: ReadRecord<Inspection> }) {
  if (read.isRemoved) return <EmptyState title="This inspection was deleted" />
  return (
    <ReadingPlaceholder
      list={read}
      what="inspection"
      subject="The inspection"
      loading={<p role="status">Loading...</p>}
      nothing={null}
    />
  )
}

import { countOf } from '#src/format/numbers.ts'
import { useList } from '#src/offline/reading/use-list.ts'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { AgeLabel } from '#src/ui/status/age-label.tsx'
import { BatchList } from './batch-list.tsx'
import { Duplicates } from './duplicates.tsx'
import { importList } from './import-queries.ts'
import { ReportPanel } from './report-panel.tsx'

/** The page of vendors' reports: import a new one; below it possible duplicates and all earlier imports. */
export function ReportsPage() {
  const list = useList(importList)
  const note =
    list.state === 'ready' ? (
      <>
        <span data-testid="list-count">{countOf(list.count, 'report')}</span> ·{' '}
        <AgeLabel at={list.updatedAt} form="as_of" />
      </>
    ) : null
  return (
    <>
      <PageTitle title="Reports" note={note} />
      <ReportPanel />
      <Duplicates />
      <BatchList list={list} />
    </>
  )
}

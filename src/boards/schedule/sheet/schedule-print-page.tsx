import { Button } from '@mantine/core'
import { IconArrowLeft, IconPrinter, IconUsersMinus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dutyStatusOf } from '#contract/people/driver-choices.ts'
import { countOf } from '#src/format/numbers.ts'
import { ReadingPlaceholder } from '#src/list/reading-placeholder.tsx'
import { useOutbox } from '#src/offline/outbox/show/use-outbox.ts'
import { EmptyState } from '#src/ui/notice/empty-state.tsx'
import { Notice } from '#src/ui/notice/notice.tsx'
import { PageTitle } from '#src/ui/page/page-title.tsx'
import { Paper } from '#src/ui/page/paper.tsx'
import type { ScheduleSearch } from '../schedule-search.ts'
import classes from './schedule-print-page.module.css'
import { partWords } from './sheet-words.ts'
import { TeamSheet } from './team-sheet.tsx'
import { useSheets } from './use-sheets.ts'

interface SchedulePrintPageProps {
  /** Search parameters of the address, the same as on the schedule page. */
  readonly choice: ScheduleSearch
}

/** Print preview of a week: one sheet per dispatcher. Only the sheets are printed. */
export function SchedulePrintPage({ choice }: SchedulePrintPageProps) {
  const shown = useSheets(choice)
  const isThere = shown.sheets.teams.length > 0
  return (
    <>
      <PageTitle title="Print the schedule" note={isThere ? countOf(shown.sheets.teams.length, 'sheet') : null}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/schedule" search={choice} {...props} />}
        >
          Back to the schedule
        </Button>
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={!isThere || shown.reach === 'reading'}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </PageTitle>
      <Notes {...shown} />
      {isThere ? (
        <Sheets shown={shown} filter={choice.filter} />
      ) : (
        <ReadingPlaceholder
          list={shown.list}
          what="week"
          subject="The schedule"
          loading={<Loading />}
          nothing={shown.reach === 'reading' ? <Loading /> : <Nothing filter={choice.filter} />}
        />
      )}
    </>
  )
}

type LoadedSheets = ReturnType<typeof useSheets>

/** Notes to read before printing: whether the list is still being read, or is incomplete. */
function Notes({ list, reach }: LoadedSheets) {
  return (
    <div className={classes.notes}>
      {reach === 'reading' && list.state === 'ready' ? (
        <p role="status">
          Reading the rest: {list.rows.length} of {countOf(list.count, 'dispatcher')}
        </p>
      ) : null}
      {reach === 'part' ? (
        <>
          <Notice tone="caution">{partWords(list)}</Notice>
          <Button variant="default" size="compact-md" onClick={list.loadMore}>
            Try again
          </Button>
        </>
      ) : null}
    </div>
  )
}

const Loading = () => <p role="status">Loading...</p>

function Nothing({ filter }: Pick<ScheduleSearch, 'filter'>) {
  return (
    <EmptyState icon={<IconUsersMinus size={32} stroke={1.5} />} title="Nothing to print">
      {filter === ''
        ? 'No dispatcher leads a driver in this week.'
        : `No dispatcher has a day of ${dutyStatusOf(filter).title} in this week.`}
    </EmptyState>
  )
}

function Sheets({ shown, filter }: { readonly shown: LoadedSheets } & Pick<ScheduleSearch, 'filter'>) {
  const { marks } = useOutbox()
  const { week, dates, list, sheets } = shown
  return (
    <>
      <Paper label="Sheets" className={classes.sheets}>
        {sheets.teams.map((team) => (
          <TeamSheet key={team.id ?? 'none'} {...{ team, week, dates, marks, filter }} asOf={list.updatedAt} />
        ))}
      </Paper>
      {sheets.without.length > 0 ? (
        <p className={classes.without}>No sheet, for they lead no drivers: {sheets.without.join(', ')}</p>
      ) : null}
    </>
  )
}

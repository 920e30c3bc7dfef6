import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { edit } from '#contract/access.ts'
import { DUTY_STATUSES, dutyStatusOf } from '#contract/duty.ts'
import { fullName } from '#contract/people.ts'
import { keepDay } from '#src/areas/schedule/day-saving.ts'
import { ListPlaceholder } from '#src/list/list-placeholder.tsx'
import { useCan } from '#src/session/use-can.ts'
import { AgeLabel } from '#src/ui/age-label.tsx'
import { PageTitle } from '#src/ui/page-title.tsx'
import type { Cursor } from './grid-cursor.ts'
import { OpenedDay } from './opened-day.tsx'
import { ScheduleGrid } from './schedule-grid.tsx'
import { dayOn, driverIn } from './schedule-items.ts'
import type { ScheduleSearch } from './schedule-search.ts'
import { ScheduleSkeleton } from './schedule-skeleton.tsx'
import classes from './schedule-toolbar.module.css'
import { ScheduleToolbar } from './schedule-toolbar.tsx'
import { useSchedule } from './use-schedule.ts'
import { SCHEDULE_PANEL_ID, tabId, ViewTabs } from './view-tabs.tsx'

interface SchedulePageProps {
  /** What the address says. */
  readonly choice: ScheduleSearch
  /** Called with what the address shall say from now on. */
  readonly onChoose: (choice: ScheduleSearch) => void
}

/** The grid has its own skeleton. */
const noCards = () => 0

/** Who does what on which day: a week of every dispatcher's drivers, to read and, for those who may, to change. */
export function SchedulePage({ choice, onChoose }: SchedulePageProps) {
  const canEdit = useCan(edit('schedule'))
  const isEditable = canEdit && choice.tab === 'edit'
  const schedule = useSchedule(choice)
  const { today, week, list, items } = schedule
  return (
    <>
      <div className={classes.head}>
        <PageTitle title="Schedule" note={<ScheduleNote list={list} />} />
        <ViewTabs tab={isEditable ? 'edit' : 'view'} canEdit={canEdit} onTab={(tab) => onChoose({ ...choice, tab })} />
      </div>
      <ScheduleToolbar choice={choice} week={week} onChoose={(change) => onChoose({ ...choice, ...change })} />
      <div role="tabpanel" id={SCHEDULE_PANEL_ID} aria-labelledby={tabId(isEditable ? 'edit' : 'view')}>
        {list.state === 'ready' && (items.length > 0 || list.hasMore) ? (
          // Another week, order or filter is another grid: it starts at its top.
          <Week key={`${today} ${choice.week} ${choice.sort} ${choice.filter}`} {...{ schedule, isEditable }} />
        ) : list.state === 'loading' ? (
          <ScheduleSkeleton />
        ) : (
          <ListPlaceholder
            list={list}
            noun="driver"
            narrowed={{ filter: choice.filter && dutyStatusOf(choice.filter).title, find: '' }}
            onClear={() => onChoose({ ...choice, filter: '' })}
            cardHeight={noCards}
            cardWidth={0}
          />
        )}
      </div>
    </>
  )
}

function ScheduleNote({ list }: { readonly list: ReturnType<typeof useSchedule>['list'] }) {
  if (list.state !== 'ready') return null
  return (
    <>
      <AgeLabel at={list.updatedAt} form="as_of" />
      {list.isRefreshing ? ' · refreshing' : ''}
    </>
  )
}

interface WeekProps {
  readonly schedule: ReturnType<typeof useSchedule>
  readonly isEditable: boolean
}

function Week({ schedule: { today, dates, list, items, holdWeek }, isEditable }: WeekProps) {
  const [opened, setOpened] = useState<{ readonly cell: Cursor; readonly top: number } | null>(null)
  const [said, setSaid] = useState('')

  const setByDigit = ({ driver: id, column }: Cursor, digit: number) => {
    const driver = driverIn(items, id)
    const status = DUTY_STATUSES[digit - 1]?.value
    const date = dates[column]
    if (!isEditable || !driver || !status || !date) return
    const was = dayOn(driver, date)
    const wanted = { status, description: was?.description ?? '' }
    keepDay({ id, name: fullName(driver.user) }, date, was, wanted).then(
      () => setSaid('Saved on this device'),
      (error: Error) => notifications.show({ color: 'red', title: 'Not saved', message: error.message }),
    )
  }
  return (
    <>
      <ScheduleGrid
        {...{ items, dates, today, isEditable }}
        hasMore={list.hasMore}
        isLoadingMore={list.isLoadingMore}
        moreProblem={list.moreProblem?.message ?? null}
        onEnd={list.loadMore}
        onOpen={(cell, top) => setOpened({ cell, top })}
        onDigit={setByDigit}
      >
        {opened && (
          <OpenedDay
            key={`${opened.cell.driver} ${opened.cell.column}`}
            {...opened}
            {...{ items, dates, isEditable, holdWeek }}
            onSaved={() => setSaid('Saved on this device')}
            onClose={() => setOpened(null)}
          />
        )}
      </ScheduleGrid>
      <output className="visually-hidden">{said}</output>
    </>
  )
}

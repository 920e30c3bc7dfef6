import { useMemo } from 'react'
import type { ScheduleDay, ScheduleDriver } from '#contract/boards/schedule.ts'
import type { Driver } from '#contract/people/drivers.ts'
import { view } from '#contract/wire/access.ts'
import { fullName } from '#contract/wire/people.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { useList } from '#src/offline/reading/use-list.ts'
import { useCan } from '#src/session/use-can.ts'
import { WeekSkeleton } from '#src/ui/page/week-skeleton.tsx'
import { useToday } from '#src/ui/use-now.ts'
import type { MarkedDriver } from './day/day-marks.ts'
import classes from './driver-week.module.css'
import { NoWeek } from './no-week.tsx'
import { ScheduleAge } from './schedule-age.tsx'
import { scheduleList, scheduleOfDriver } from './schedule-queries.ts'
import { WeekStrip } from './week-strip.tsx'

/** The part of a driver's row that identifies the driver and decides about the marks. */
type DriverFacts = Pick<Driver, 'id' | 'user' | (keyof Driver & keyof MarkedDriver)>

interface DriverWeekProps {
  readonly driver: DriverFacts
}

/** A driver's next seven days, for the driver's card. Users with the permission can edit them there. */
export function DriverWeek({ driver }: DriverWeekProps) {
  const canView = useCan(view('schedule'))
  const today = useToday()
  if (!canView) return <p className={classes.words}>Permission for schedule view required</p>
  return <StoredWeek {...{ driver, today }} />
}

interface WeekContext extends DriverWeekProps {
  readonly today: IsoDay
}

function StoredWeek({ driver, today }: WeekContext) {
  const list = useList(useMemo(() => scheduleOfDriver({ driver: driver.id, start: today }), [driver.id, today]))
  if (list.state === 'ready') return <WeekWithAge {...{ driver, today }} days={list.rows} updatedAt={list.updatedAt} />
  if (list.state === 'not_saved') return <WeekOfSchedule {...{ driver, today }} onAgain={list.refetch} />
  return <NoWeek state={list.state} skeleton={<WeekSkeleton />} onAgain={list.refetch} />
}

/** The week from the stored schedule of all drivers, when the device has no stored week of this driver alone. */
function WeekOfSchedule({ driver, today, onAgain }: WeekContext & { readonly onAgain: () => Promise<unknown> }) {
  const query = useMemo(() => scheduleList({ start: today, ordering: 'first_name,last_name', filter: '' }), [today])
  const { rows, state, updatedAt } = useList(query)
  const found = rows.flatMap((row) => row.drivers).find((one) => one.id === driver.id)
  if (found) return <WeekWithAge {...{ driver, today, updatedAt }} days={found.days} services={found.services} />
  return <NoWeek state={state === 'ready' ? 'not_saved' : state} skeleton={<WeekSkeleton />} onAgain={onAgain} />
}

interface WeekWithAgeProps extends WeekContext {
  readonly days: readonly ScheduleDay[]
  /** Days of the units at the workshop, if known. The query for one driver does not return them. */
  readonly services?: ScheduleDriver['services']
  readonly updatedAt: number | null
}

function WeekWithAge({ driver, today, days, services, updatedAt }: WeekWithAgeProps) {
  const planned = useMemo(() => ({ ...driver, services, days: [...days] }), [driver, services, days])
  return (
    <>
      <WeekStrip driver={{ id: driver.id, name: fullName(driver.user) }} {...{ today, planned }} />
      <ScheduleAge at={updatedAt} />
    </>
  )
}

import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { ScheduleDriver } from '#contract/boards/schedule.ts'
import { view } from '#contract/wire/access.ts'
import { compareNames, fullName } from '#contract/wire/people.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import { countOf } from '#src/format/numbers.ts'
import { type ReadList, useList } from '#src/offline/reading/use-list.ts'
import { useCan } from '#src/session/use-can.ts'
import { NamedWeeksSkeleton } from '#src/ui/page/week-skeleton.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './driver-week.module.css'
import { NoWeek } from './no-week.tsx'
import { ScheduleAge } from './schedule-age.tsx'
import { scheduleList, scheduleOfTeam } from './schedule-queries.ts'
import { WeekStrip } from './week-strip.tsx'

interface TeamWeekProps {
  /** `drivers`: the ids of the dispatcher's drivers, with waiting changes applied. */
  readonly dispatcher: { readonly id: number; readonly drivers: readonly number[] }
}

/**
 * The next seven days of a dispatcher's drivers, for the dispatcher's card. Users with the permission can edit them
 * there.
 */
export function TeamWeek({ dispatcher }: TeamWeekProps) {
  const canView = useCan(view('schedule'))
  const today = useToday()
  if (!canView) return <p className={classes.words}>Permission for schedule view required</p>
  if (dispatcher.drivers.length === 0) return <p className={classes.words}>No drivers are assigned.</p>
  return <StoredTeam dispatcher={dispatcher} today={today} />
}

interface TeamContext extends TeamWeekProps {
  readonly today: IsoDay
}

function StoredTeam({ dispatcher, today }: TeamContext) {
  const query = useMemo(() => scheduleOfTeam({ dispatcher: dispatcher.id, start: today }), [dispatcher.id, today])
  const list = useList(query)
  const isThere = new Set(list.rows.map(({ id }) => id))
  const { drivers } = dispatcher
  // A driver added by a waiting change is not in the server's response yet, but in the schedule of all drivers.
  if (list.state === 'ready' && (list.hasMore || drivers.every((id) => isThere.has(id)))) {
    return <Team {...{ today, drivers, list }} rows={list.rows} />
  }
  if (list.state === 'ready' || list.state === 'not_saved') return <TeamOfSchedule {...{ dispatcher, today, list }} />
  return (
    <NoWeek
      state={list.state}
      skeleton={<NamedWeeksSkeleton count={dispatcher.drivers.length} />}
      onAgain={list.refetch}
    />
  )
}

/** Takes the missing drivers from the stored schedule of all drivers. */
function TeamOfSchedule({
  dispatcher: { drivers },
  today,
  list,
}: TeamContext & { readonly list: ReadList<ScheduleDriver> }) {
  const query = useMemo(() => scheduleList({ start: today, ordering: 'first_name,last_name', filter: '' }), [today])
  const all = useList(query)
  const isThere = new Set(list.rows.map(({ id }) => id))
  const others = all.rows.flatMap((row) => row.drivers).filter(({ id }) => !isThere.has(id))
  if (list.state === 'ready') return <Team {...{ today, drivers, list }} rows={[...list.rows, ...others]} />
  if (all.state === 'ready') return <Team {...{ today, drivers, list: all }} rows={others} />
  return <NoWeek state={all.state} skeleton={<NamedWeeksSkeleton count={drivers.length} />} onAgain={list.refetch} />
}

interface TeamProps {
  readonly today: IsoDay
  readonly drivers: readonly number[]
  readonly rows: readonly ScheduleDriver[]
  readonly list: Pick<ReadList<unknown>, 'updatedAt' | 'hasMore' | 'isLoadingMore' | 'loadMore'>
}

function Team({ today, drivers, rows, list }: TeamProps) {
  const wanted = new Set(drivers)
  const team = rows.filter(({ id }) => wanted.has(id)).sort((a, b) => compareNames(a.user, b.user) || a.id - b.id)
  const missing = drivers.length - team.length
  return (
    <div className={classes.team}>
      <ul className={classes.members} aria-label="Assigned drivers">
        {team.map((driver) => (
          <Member key={driver.id} {...{ driver, today }} />
        ))}
      </ul>
      {missing > 0 && list.hasMore ? (
        <Button variant="default" size="compact-md" loading={list.isLoadingMore} onClick={list.loadMore}>
          Show more
        </Button>
      ) : null}
      {missing > 0 && !list.hasMore ? (
        <p className={classes.words}>
          The week of {countOf(missing, 'driver')} is not saved on this device yet. It appears as soon as there is a
          network.
        </p>
      ) : null}
      <ScheduleAge at={list.updatedAt} />
    </div>
  )
}

function Member({ driver, today }: { readonly driver: ScheduleDriver; readonly today: IsoDay }) {
  const { id, user, truck, trailer } = driver
  const name = fullName(user)
  return (
    <li className={classes.member}>
      <p className={classes.memberName}>
        <strong>{name}</strong>
        <span>{[truck, trailer].filter((unit) => unit !== null).join(' · ')}</span>
      </p>
      <WeekStrip driver={{ id, name }} today={today} planned={driver} />
    </li>
  )
}

import type { ScheduleDriver, UnitService } from '#contract/boards/schedule.ts'

/** The part of a driver that decides about the marks of the days. */
export type MarkedDriver = Omit<ScheduleDriver, 'id' | 'user'>

/** The kinds of marks, the most important first: those that keep a driver from driving, then warnings. */
export const DAY_MARKS = ['expired', 'away', 'in_service', 'expires', 'service_due'] as const

/**
 * Something that the planner of a driver's day must see in addition to the plan. The same mark on several days has the
 * same text.
 */
export interface DayMark {
  readonly kind: (typeof DAY_MARKS)[number]
  readonly words: string
  /** The short form for narrow cells. */
  readonly brief: string
}

const PAPERS = {
  CDL_expire: { name: 'CDL', brief: 'CDL' },
  med_expire: { name: 'Medical card', brief: 'Med.' },
} as const
const UNITS = { truck: 'Truck', trailer: 'Trailer' } as const
/** The statuses in which a driver must not be sent anywhere. */
const AWAY = {
  firing_process: { words: 'Firing', brief: 'Firing' },
  on_vacation: { words: 'On vacation', brief: 'Vacation' },
} as const

/** The marks of papers. They expire on their last valid day and have expired from the next day on. */
function paperMarks(
  papers: NonNullable<MarkedDriver['extra_info']>,
  date: string,
  kind: 'expired' | 'expires',
): DayMark[] {
  const isSo = (until: string) => (kind === 'expires' ? until === date : until < date)
  return (['CDL_expire', 'med_expire'] as const).flatMap((paper) => {
    const until = papers[paper]
    const { name, brief } = PAPERS[paper]
    return until != null && isSo(until) ? [{ kind, words: `${name} ${kind}`, brief: `${brief} ${kind}` }] : []
  })
}

/**
 * The mark of the driver's current status, on the days of the status, unless the day itself has that status. Older
 * stored rows have no such days and get no mark.
 */
function awayMarks(
  { current_status: status, current_status_date_from: from, status_date_to: to, days }: MarkedDriver,
  date: string,
): DayMark[] {
  if (status !== 'firing_process' && status !== 'on_vacation') return []
  if (from === undefined || (from !== null && date < from) || (to != null && date > to)) return []
  const isSaid = days.some((day) => day.date === date && day.status === status)
  return isSaid ? [] : [{ kind: 'away', ...AWAY[status] }]
}

/**
 * The marks of units. A service is due while the driver has the unit; a unit is missing while the driver has no other
 * one.
 */
function serviceMarks(driver: MarkedDriver, date: string, is: UnitService['is']): DayMark[] {
  const concerns = ({ unit, kind }: UnitService) => driver[kind] === (is === 'due' ? unit : null)
  return (driver.services ?? [])
    .filter((one) => one.is === is && one.from <= date && (one.until === null || date <= one.until) && concerns(one))
    .map(({ unit, number = unit, kind }): DayMark => {
      const name = `${UNITS[kind]} ${number}`
      return is === 'due'
        ? { kind: 'service_due', words: `${name} service due`, brief: 'Service due' }
        : { kind: is, words: `${name} in service`, brief: `${number} in service` }
    })
}

/** The marks of a driver's day (`yyyy-MM-dd`), the most important first. */
export function dayMarks(driver: MarkedDriver, date: string): readonly DayMark[] {
  const { extra_info: papers = { med_expire: null, CDL_expire: null } } = driver
  return [
    ...paperMarks(papers, date, 'expired'),
    ...awayMarks(driver, date),
    ...serviceMarks(driver, date, 'in_service'),
    ...paperMarks(papers, date, 'expires'),
    ...serviceMarks(driver, date, 'due'),
  ]
}

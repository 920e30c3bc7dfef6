import type { ScheduleDriver, UnitService } from '#contract/boards/schedule.ts'

/** What of a driver decides about the marks of his days. */
export type MarkedDriver = Omit<ScheduleDriver, 'id' | 'user'>

/** What marks are of, the weightiest first: what keeps a driver from driving, then what is only to be minded. */
export const DAY_MARKS = ['expired', 'away', 'in_service', 'expires', 'service_due'] as const

/** Something that whoever plans a driver's day must see beside what is planned. Alike marks of several days have the same words. */
export interface DayMark {
  readonly kind: (typeof DAY_MARKS)[number]
  readonly words: string
  /** The same where there is little room. */
  readonly brief: string
}

const PAPERS = {
  CDL_expire: { name: 'CDL', brief: 'CDL' },
  med_expire: { name: 'Medical card', brief: 'Med.' },
} as const
const UNITS = { truck: 'Truck', trailer: 'Trailer' } as const
/** The statuses in which nobody is to be sent anywhere. */
const AWAY = {
  firing_process: { words: 'Firing', brief: 'Firing' },
  on_vacation: { words: 'On vacation', brief: 'Vacation' },
} as const

/** On the last valid day they expire, from the next one on they have. */
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
 * How the driver stands, on the days for which that holds; not where the day says so itself. Of what a device kept before
 * those days were told nothing is known.
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

/** A unit is due while the driver has it, and missing while he has no other: changes that wait show in what he has. */
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

/** The marks of a driver's day (`yyyy-MM-dd`), the weightiest first. */
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

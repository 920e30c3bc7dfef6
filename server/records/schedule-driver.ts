import type { ScheduleDriver, ScheduledDriver } from '#contract/boards/schedule.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { can, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { jsonObject } from './json-object.ts'
import { personJson } from './person.ts'
import { ANY_DAY, DRIVER_UNITS, servicesOf } from './units-of-driver.ts'

/** What a user may see of the drivers in the schedule, in addition to their days. */
export interface DriverVisibility {
  /** Whether the user sees until when the drivers’ papers are valid. */
  readonly hasPapers: boolean
  /** The unit kinds whose services the user sees. */
  readonly services: readonly UnitKind[]
}

export function driverVisibility(viewer: CurrentUser): DriverVisibility {
  const kinds = ['truck', 'trailer'] as const
  return {
    hasPapers: can(viewer, view('drivers')),
    services: kinds.filter((kind) => can(viewer, view(`${kind}s`))),
  }
}

/** The suffix of a statement's name. It differs for each visibility, because the statement's text differs too. */
export function visibilitySuffix({ hasPapers, services }: DriverVisibility): string {
  return [...(hasPapers ? ['.papers'] : []), ...services.map((kind) => `.${kind}`)].join('')
}

/** SQL for a range of days. */
interface RangeSql {
  readonly first: string
  readonly last: string
}

function driverFields({ hasPapers, services }: DriverVisibility, range: RangeSql, days: string) {
  type Papers = NonNullable<ScheduleDriver['extra_info']>
  const papers = jsonObject<Papers>({ med_expire: 'd.med_expire', CDL_expire: 'd.cdl_expire' })
  return {
    id: 'd.id',
    user: personJson('u'),
    ...DRIVER_UNITS,
    current_status: 'd.status',
    current_status_date_from: 'd.status_date_from',
    status_date_to: 'd.status_date_to',
    extra_info: hasPapers ? papers : null,
    services: services.length > 0 ? servicesOf(services, range) : null,
    days,
  }
}

/** SQL for driver `d` with user `u` in the schedule (`scheduleDriver` of the contract). */
export const scheduleDriverJson = (visibility: DriverVisibility, range: RangeSql, days: string): string =>
  jsonObject<ScheduleDriver>(driverFields(visibility, range, days))

/** SQL for the same driver with the days of `range` and all services (`scheduledDriver` of the contract). */
export const scheduledDriverJson = (visibility: DriverVisibility, range: RangeSql, days: string): string =>
  jsonObject<ScheduledDriver>({
    ...driverFields(visibility, ANY_DAY, days),
    dispatcher: 'd.dispatcher_id',
    first: `${range.first}::date`,
    last: `${range.last}::date`,
  })

import type { ScheduleDriver } from '#contract/boards/schedule.ts'
import type { UnitKind } from '#contract/units/unit-choices.ts'
import { can, view } from '#contract/wire/access.ts'
import type { CurrentUser } from '#contract/wire/current-user.ts'
import { jsonObject } from './json-object.ts'
import { personJson } from './person.ts'
import { DRIVER_UNITS, servicesOf } from './units-of-driver.ts'

/** What somebody is told of drivers in the schedule beside their days. */
export interface DriverSight {
  /** Until when their papers are valid. */
  readonly hasPapers: boolean
  /** The kinds of units whose services are told. */
  readonly services: readonly UnitKind[]
}

export function driverSight(viewer: CurrentUser): DriverSight {
  const kinds = ['truck', 'trailer'] as const
  return {
    hasPapers: can(viewer, view('drivers')),
    services: kinds.filter((kind) => can(viewer, view(`${kind}s`))),
  }
}

/** The end of a statement's name: another for each sight, as its text is another. */
export function sightName({ hasPapers, services }: DriverSight): string {
  return [...(hasPapers ? ['.papers'] : []), ...services.map((kind) => `.${kind}`)].join('')
}

/** SQL for driver `d`, whose user is `u`, in the schedule (`scheduleDriver` of the contract). */
export function scheduleDriverJson(
  { hasPapers, services }: DriverSight,
  range: { readonly first: string; readonly last: string },
  days: string,
): string {
  type Papers = NonNullable<ScheduleDriver['extra_info']>
  const papers = jsonObject<Papers>({ med_expire: 'd.med_expire', CDL_expire: 'd.cdl_expire' })
  return jsonObject<ScheduleDriver>({
    id: 'd.id',
    user: personJson('u'),
    ...DRIVER_UNITS,
    current_status: 'd.status',
    current_status_date_from: 'd.status_date_from',
    status_date_to: 'd.status_date_to',
    extra_info: hasPapers ? papers : null,
    services: services.length > 0 ? servicesOf(services, range) : null,
    days,
  })
}

import { DRIVER_TITLES, type Driver } from '#contract/people/drivers.ts'
import { exactMiles } from '#src/format/numbers.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { DueFact } from '#src/ui/status/due-fact.tsx'
import { driverRecord } from './changes/driver-record.ts'
import classes from './driver-details.module.css'
import { positionTitle, rateWords } from './driver-rate.ts'

/** A driver's papers, pay and vendors' ids as facts. */
export function DriverFacts({ driver }: { readonly driver: Driver }) {
  const { fields } = driverRecord
  const { extra_info, position, gomotive_id, pilot_flying_j_driver, miles_driven } = driver
  return (
    <dl className={classes.papers}>
      <DueFact name={fields.med_expire.title} day={extra_info.med_expire} />
      <DueFact name={fields.CDL_expire.title} day={extra_info.CDL_expire} />
      <Fact name={fields.rate.title}>{rateWords(extra_info.rate, position)}</Fact>
      <Fact name={fields.position.title}>{positionTitle(position)}</Fact>
      <Fact isVerbatim name={DRIVER_TITLES.gomotive_id}>
        {gomotive_id ?? '—'}
      </Fact>
      <Fact isVerbatim name={DRIVER_TITLES.pilot_flying_j_driver_id}>
        {pilot_flying_j_driver ?? '—'}
      </Fact>
      <Fact name="Miles driven">{exactMiles(miles_driven)}</Fact>
    </dl>
  )
}

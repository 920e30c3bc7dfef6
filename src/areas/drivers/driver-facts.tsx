import type { Driver } from '#contract/drivers.ts'
import { shortDay } from '#src/format/calendar.ts'
import { Fact } from '#src/ui/fact.tsx'
import { useToday } from '#src/ui/use-now.ts'
import classes from './driver-details.module.css'
import { expiryWords, toneOfExpiry } from './driver-papers.ts'
import { positionTitle, rateWords } from './driver-rate.ts'

/** Papers, pay and the providers' ids, to be read. */
export function DriverFacts({ driver }: { readonly driver: Driver }) {
  const { extra_info, position, gomotive_id, pilot_flying_j_driver } = driver
  return (
    <dl className={classes.papers}>
      <Expiry name="Medical card expires" day={extra_info.med_expire} />
      <Expiry name="CDL expires" day={extra_info.CDL_expire} />
      <Fact name="Rate">{rateWords(extra_info.rate, position)}</Fact>
      <Fact name="Position">{positionTitle(position)}</Fact>
      <Fact name="GoMotive ID">{gomotive_id ?? '—'}</Fact>
      <Fact name="Fuel network ID">{pilot_flying_j_driver ?? '—'}</Fact>
    </dl>
  )
}

function Expiry({ name, day }: { readonly name: string; readonly day: string | null }) {
  const today = useToday()
  if (day === null) {
    return (
      <Fact name={name} tone="missing">
        Not on file
      </Fact>
    )
  }
  const words = expiryWords(day, today)
  return (
    <Fact name={name} tone={toneOfExpiry(day, today)}>
      {shortDay(day)}
      {words ? <span className={classes.warning}> · {words}</span> : null}
    </Fact>
  )
}

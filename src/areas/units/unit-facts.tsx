import type { Unit } from '#contract/unit-rows.ts'
import { ageWords } from '#src/format/age.ts'
import { exactMiles } from '#src/format/numbers.ts'
import { DueFact } from '#src/ui/due-fact.tsx'
import { Fact } from '#src/ui/fact.tsx'
import { useNow } from '#src/ui/use-now.ts'
import classes from './unit-details.module.css'

/** What is written on a unit, how others call it, and where it was last. */
export function UnitFacts({ unit }: { readonly unit: Unit }) {
  const { vin, gomotive_id, miles_driven, open_major_defects } = unit
  return (
    <dl className={classes.facts}>
      {unit.kind === 'truck' ? <Written {...unit.extra_info} /> : null}
      <Fact isVerbatim name="VIN">
        {vin ?? '—'}
      </Fact>
      <Fact isVerbatim name="GoMotive ID">
        {gomotive_id ?? '—'}
      </Fact>
      {unit.kind === 'truck' ? (
        <Fact isVerbatim name="Fuel network ID">
          {unit.extra_info.pilot_flying_j_truck ?? '—'}
        </Fact>
      ) : null}
      <Fact name="Miles driven">{exactMiles(miles_driven)}</Fact>
      <DueFact name="Registration" day={unit.registration_expire} />
      {open_major_defects > 0 ? <Fact name="Open major defects">{open_major_defects}</Fact> : null}
      <LastLocation unit={unit} />
    </dl>
  )
}

function Written({ unit_number, licence_plate, transponder_id }: Extract<Unit, { kind: 'truck' }>['extra_info']) {
  return (
    <>
      <Fact isVerbatim name="Unit number">
        {unit_number ?? '—'}
      </Fact>
      <Fact isVerbatim name="Licence plate">
        {licence_plate ?? '—'}
      </Fact>
      <Fact isVerbatim name="Transponder">
        {transponder_id ?? '—'}
      </Fact>
    </>
  )
}

/** Where its gateway was last, and how much battery that had; nothing where telematics knows nothing. */
function LastLocation({ unit: { last_location } }: { readonly unit: Unit }) {
  const now = useNow()
  if (last_location === null) return null
  const { formatted_address, lat, lon, moving, battery_capacity, located_at } = last_location
  const place = formatted_address || `${lat.toFixed(4)}, ${lon.toFixed(4)}`
  const age = ageWords(Date.parse(located_at), now)
  return (
    <>
      <Fact name="Last location">{[place, moving ? 'moving' : null, age].filter(Boolean).join(' · ')}</Fact>
      {battery_capacity === null ? null : <Fact name="Gateway battery">{battery_capacity} %</Fact>}
    </>
  )
}

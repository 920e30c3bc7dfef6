import { unitNumberWords } from '#contract/units/unit-names.ts'
import type { Unit } from '#contract/units/units.ts'
import { unitRecord } from '#src/areas/units/changes/unit-record.ts'
import { ageWords } from '#src/format/age.ts'
import { shortDay } from '#src/format/calendar.ts'
import { exactMiles } from '#src/format/numbers.ts'
import { Fact } from '#src/ui/page/fact.tsx'
import { DueFact } from '#src/ui/status/due-fact.tsx'
import { useCompanyNow } from '#src/ui/use-now.ts'
import classes from './unit-details.module.css'

const { fields } = unitRecord

/** A vendor's id, with a note if another unit has the same one, which older versions allowed. */
function idWords({ shared_ids = [] }: Unit, name: string, id: number | null): string {
  if (id === null) return '—'
  return shared_ids.includes(name) ? `${id} · another unit has it, too: correct one` : `${id}`
}

/** A unit's identifiers, vendors' ids and last location. */
export function UnitFacts({ unit }: { readonly unit: Unit }) {
  const { vin, gomotive_id, miles_driven, inspection_passed_date: passed, open_major_defects } = unit
  return (
    <dl className={classes.facts}>
      <Fact isVerbatim name={unit.kind === 'truck' ? fields.unit_number.title : 'Trailer number'}>
        {unitNumberWords(unit)}
      </Fact>
      <Fact isVerbatim name={fields.licence_plate.title}>
        {unit.extra_info.licence_plate ?? '—'}
      </Fact>
      {unit.kind === 'truck' ? (
        <Fact isVerbatim name={fields.transponder_id.title}>
          {unit.extra_info.transponder_id ?? '—'}
        </Fact>
      ) : null}
      <Fact isVerbatim name={fields.vin.title}>
        {vin ?? '—'}
      </Fact>
      <Fact isVerbatim name={fields.gomotive_id.title}>
        {idWords(unit, 'gomotive_id', gomotive_id)}
      </Fact>
      {unit.kind === 'truck' ? (
        <Fact isVerbatim name={fields.pilot_flying_j_truck.title}>
          {idWords(unit, 'pilot_flying_j_truck', unit.extra_info.pilot_flying_j_truck)}
        </Fact>
      ) : null}
      <Fact name={fields.miles_driven.title}>{exactMiles(miles_driven)}</Fact>
      <Fact name={fields.inspection_passed_date.title}>{passed === null ? '—' : shortDay(passed)}</Fact>
      <DueFact name={fields.registration_expire.title} day={unit.registration_expire} />
      {open_major_defects > 0 ? <Fact name="Open major defects">{open_major_defects}</Fact> : null}
      <LastLocation unit={unit} />
    </dl>
  )
}

/** The last location of the unit's gateway and its battery; nothing if telematics does not know the unit. */
function LastLocation({ unit: { last_location } }: { readonly unit: Unit }) {
  const now = useCompanyNow()
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

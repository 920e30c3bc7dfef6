import { TextInput } from '@mantine/core'
import type { Inspection } from '#contract/maintenance/inspections.ts'
import fieldClasses from '#src/form/fields/field.module.css'
import { ageWords } from '#src/format/age.ts'
import { exactMiles } from '#src/format/numbers.ts'
import { unitMiles } from '#src/lookups/unit-miles-queries.ts'
import { useOnline } from '#src/offline/connectivity.ts'
import { useReading } from '#src/offline/reading/use-reading.ts'
import { useNow } from '#src/ui/use-now.ts'
import classes from './new-inspection.module.css'
import { NO_ODOMETER, type Odometer, odometerOf } from './odometer.ts'

interface OdometerFieldProps {
  readonly transport: Inspection['transport'] | null
}

/** The unit's known miles, read-only. */
export function OdometerField({ transport }: OdometerFieldProps) {
  return transport === null ? (
    <Miles odometer={NO_ODOMETER} hint="Comes with the vehicle or asset" />
  ) : (
    <MilesOf key={transport.id} transport={transport} />
  )
}

function MilesOf({ transport }: { readonly transport: Inspection['transport'] }) {
  const { known, state } = useReading(unitMiles(transport.kind, transport.id).options)
  const now = useNow()
  const { online } = useOnline()
  const odometer = odometerOf(known, online)
  return <Miles odometer={odometer} hint={hintOf(odometer, state === 'loading', now)} />
}

function hintOf({ asOf, isLastKnown }: Odometer, isLoading: boolean, now: number): string {
  if (asOf === null) return isLoading ? 'Loading...' : 'Not known here'
  return isLastKnown ? `Last known mileage (${ageWords(asOf, now)}). Updated when sent.` : 'Mileage of the unit'
}

function Miles({ odometer: { miles }, hint }: { readonly odometer: Odometer; readonly hint: string }) {
  return (
    <TextInput
      className={classes.odometer}
      classNames={{ label: fieldClasses.label }}
      label="Odometer"
      description={hint}
      size="md"
      autoComplete="off"
      readOnly
      value={miles === null ? '' : exactMiles(miles)}
      inputWrapperOrder={['label', 'input', 'description']}
    />
  )
}

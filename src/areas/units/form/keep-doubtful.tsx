import { Button } from '@mantine/core'
import type { UnitField } from '#src/areas/units/changes/unit-record.ts'
import type { Bound } from '#src/form/fields/bound-field.ts'
import { doubtOf, type Judging, keptAs } from './unit-rules.ts'

interface KeepDoubtfulProps {
  readonly field: Pick<Bound<string | number>, 'state'> & { readonly validate: (cause: 'blur') => unknown }
  readonly name: UnitField
  readonly judging: Judging
}

/** Below a value that is odd and was asked about: the way to keep it all the same. */
export function KeepDoubtful({ field, name, judging }: KeepDoubtfulProps) {
  const { value, meta } = field.state
  const isAsked = meta.errors.length > 0 && doubtOf(name, value) !== null
  if (!isAsked || judging.kept.has(keptAs(name, value))) return null
  const keep = () => {
    judging.kept.add(keptAs(name, value))
    void field.validate('blur')
  }
  return (
    <Button variant="default" size="compact-sm" onClick={keep}>
      Keep “{String(value).trim()}”
    </Button>
  )
}

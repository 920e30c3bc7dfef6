import { Button } from '@mantine/core'
import type { UnitField } from '#src/areas/units/changes/unit-record.ts'
import type { BoundField } from '#src/form/fields/bound-field.ts'
import { confirmationKey, doubtOf, type RuleContext } from './unit-rules.ts'

interface ConfirmDoubtfulProps {
  readonly field: Pick<BoundField<string | number>, 'state'> & { readonly validate: (cause: 'blur') => unknown }
  readonly name: UnitField
  readonly judging: RuleContext
}

/** A button below a doubtful value that confirms it. */
export function ConfirmDoubtful({ field, name, judging }: ConfirmDoubtfulProps) {
  const { value, meta } = field.state
  const isAsked = meta.errors.length > 0 && doubtOf(name, value) !== null
  if (!isAsked || judging.confirmed.has(confirmationKey(name, value))) return null
  const keep = () => {
    judging.confirmed.add(confirmationKey(name, value))
    void field.validate('blur')
  }
  return (
    <Button variant="default" size="compact-sm" onClick={keep}>
      Keep “{String(value).trim()}”
    </Button>
  )
}

import { useStore } from '@tanstack/react-form'
import { fullName } from '#contract/wire/people.ts'
import { Stamp } from '#src/areas/maintenance/signing/stamp.tsx'
import { companyNow } from '#src/browser/company-clock.ts'
import { CheckboxField } from '#src/form/fields/checkbox-field.tsx'
import { shortDay } from '#src/format/calendar.ts'
import { chicagoDay } from '#src/format/chicago.ts'
import { useSession } from '#src/session/session.ts'
import classes from './new-inspection.module.css'
import type { PartProps } from './new-inspection-form.tsx'
import { linkedField } from './use-new-inspection-form.ts'

/** The checkbox with which the signed-in user approves a report. When checked, it shows a stamp with name and date. */
export function ApprovalField({ form, rules }: PartProps) {
  const me = useSession().user
  const at = useStore(form.form.store, ({ values }) => values.approved_at)
  return (
    <div className={classes.approval}>
      <form.Field name="approved" validators={{ onBlur: rules.approved }}>
        {(field) => (
          <CheckboxField
            field={linkedField(form, field, (approved) => (values) => ({
              ...values,
              approved,
              approved_at: approved ? new Date(companyNow()).toISOString() : '',
            }))}
            label="Fleet manager approval"
          />
        )}
      </form.Field>
      {at === '' || me === null ? null : (
        <Stamp title="Approved" color="green" by={fullName(me)} on={shortDay(chicagoDay(Date.parse(at)))} />
      )}
    </div>
  )
}

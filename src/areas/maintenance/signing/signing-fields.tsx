import { INSPECTION_RULES, signedName } from '#contract/maintenance/inspection-changes.ts'
import { inspectionDay } from '#contract/wire/days.ts'
import classes from '#src/areas/maintenance/detail/inspection-detail.module.css'
import { companyNow } from '#src/browser/company-clock.ts'
import { dayRule } from '#src/form/fields/date-rule.ts'
import { MomentField } from '#src/form/fields/moment-field.tsx'
import { TextField } from '#src/form/fields/text-field.tsx'
import type { useFormFrame } from '#src/form/frame/use-form-frame.ts'
import { instantOfInput } from '#src/format/chicago.ts'

/** The values of a signature: name, time (company time), and a note if the form has one. */
export interface SigningValues {
  readonly by: string
  readonly at: string
  readonly note: string
}

/** The error text for a time of signing; undefined if the time is valid. */
export function momentProblem(text: string, now: number): string | undefined {
  const [day = '', time = ''] = text.split('T')
  if (day === '' || time === '') return INSPECTION_RULES.required
  const at = /^\d\d:\d\d$/.test(time) ? instantOfInput(text) : null
  if (at === null) return 'Enter a time as hh:mm.'
  const beyond = dayRule(inspectionDay)({ value: day })
  if (beyond !== undefined) return beyond
  return Date.parse(at) > now ? 'This is in the future.' : undefined
}

interface SigningFieldsProps {
  readonly form: Pick<ReturnType<typeof useFormFrame<SigningValues>>, 'Field'>
  readonly label: string
}

/** The fields for the signing person's name and the time. */
export function SigningFields({ form: { Field }, label }: SigningFieldsProps) {
  return (
    <div className={classes.signing}>
      <Field name="by" validators={{ onBlur: signedName }}>
        {(field) => <TextField field={field} label={label} isFirst />}
      </Field>
      <Field name="at" validators={{ onBlur: ({ value }) => momentProblem(value, companyNow()) }}>
        {(field) => <MomentField field={field} label="Date and time" />}
      </Field>
    </div>
  )
}

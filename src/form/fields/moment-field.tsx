import { TextInput } from '@mantine/core'
import { timeFromText } from '#src/format/typed-time.ts'
import { type FieldProps, useFieldInput } from './bound-field.ts'
import { DayInput } from './day-input.tsx'
import classes from './field.module.css'

/** A day and a time in company time (`yyyy-MM-ddTHH:mm`) or empty. An invalid time stays as typed. */
export function MomentField(props: FieldProps<string>) {
  const { field } = props
  const input = useFieldInput(props)
  const [day = '', time = ''] = field.state.value.split('T')
  const put = (day: string, time: string) => field.handleChange(day === '' && time === '' ? '' : `${day}T${time}`)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div role="group" aria-label={props.label} className={classes.moment}>
      <DayInput {...input} label="Date" title={props.label} value={day} onChange={(day) => put(day, time)} />
      <TextInput
        {...input}
        name={`${field.name}-time`}
        label="Central time"
        placeholder="hh:mm"
        autoComplete="off"
        // The message is shown once, at the date.
        error={input.error !== null}
        value={time}
        onChange={({ currentTarget }) => put(day, currentTarget.value)}
        onBlur={() => {
          put(day, timeFromText(time) ?? time)
          input.onBlur()
        }}
      />
    </div>
  )
}

import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { openedOutbox } from '#src/offline/outbox/outbox.ts'
import { fieldsOf, inputWith } from '#src/offline/outbox/show/entry-readings.ts'
import { toastDone } from '#src/ui/notice/toast.ts'
import { nameOf } from './change-lines.ts'
import classes from './entry-dialog.module.css'
import type { EntryFormProps } from './entry-dialog.tsx'
import { FieldControl } from './field-control.tsx'
import { messagesBeside, messagesOf } from './refusal.ts'

/** Edits the fields of a change before it is sent (again). The server's messages are shown at their fields. */
export function EditForm({ entry, onDirty, onClose }: EntryFormProps) {
  const fields = fieldsOf(entry)
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({})
  const [trouble, setTrouble] = useState('')
  const refusal = entry.state === 'refused' ? messagesBeside(entry.problem, fields) : ''
  const change = (name: string, value: unknown) => {
    setValues({ ...values, [name]: value })
    onDirty()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      const picks = Object.entries(values).map(([name, value]) => [name, { take: 'value', value }] as const)
      const input = inputWith(entry, Object.fromEntries(picks))
      await (await openedOutbox()).revise(entry.id, input)
      toastDone('The change stays as it is now.')
      onClose()
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <form onSubmit={save} className={classes.form}>
      {refusal !== '' && <p>The server refused it: {refusal}</p>}
      {fields.map((field, index) => {
        const name = nameOf(field)
        return (
          <FieldControl
            key={name}
            field={field}
            label={field.title}
            value={name in values ? values[name] : field.yours}
            error={name in values ? null : messagesOf(entry.problem, field)}
            onChange={(value) => change(name, value)}
            isFocused={index === 0}
          />
        )
      })}
      {trouble !== '' && (
        <p role="alert" className={classes.trouble}>
          {trouble}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Save</Button>
      </div>
    </form>
  )
}

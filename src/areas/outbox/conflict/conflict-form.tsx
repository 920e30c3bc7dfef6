import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { lineWords, nameOf, yoursWords } from '#src/areas/outbox/entry/change-lines.ts'
import classes from '#src/areas/outbox/entry/entry-dialog.module.css'
import type { EntryFormProps } from '#src/areas/outbox/entry/entry-dialog.tsx'
import { openedOutbox } from '#src/offline/outbox/outbox.ts'
import type { FieldChoice } from '#src/offline/outbox/settle/field-choices.ts'
import { toastDone } from '#src/ui/notice/toast.ts'
import { ConflictField } from './conflict-field.tsx'
import { conflictRows, fieldsWithoutConflict } from './conflict-rows.ts'
import { keepMine, keepTheirs } from './resolve.ts'

/** Resolves a conflict between two users, field by field, or completely with one tap. */
export function ConflictForm({ entry, onDirty, onClose }: EntryFormProps) {
  const rows = conflictRows(entry)
  const rest = fieldsWithoutConflict(entry, rows)
  const [takes, setTakes] = useState<Readonly<Record<string, FieldChoice>>>({})
  const [trouble, setTrouble] = useState('')
  const settle = async (decide: () => Promise<void>) => {
    try {
      await decide()
      onClose()
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    }
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const open = rows.find((row) => takes[row.name] === undefined)
    if (open) return setTrouble(`Pick a value for ${open.title}.`)
    await settle(async () => {
      await (await openedOutbox()).resolveConflict(entry.id, takes)
      toastDone('It is settled as you chose.')
    })
  }
  return (
    <form onSubmit={save} className={classes.form}>
      {rows.map((row, index) => (
        <ConflictField
          key={row.name}
          row={row}
          take={takes[row.name] ?? null}
          isFocused={index === 0}
          onTake={(take) => {
            setTakes({ ...takes, [row.name]: take })
            setTrouble('')
            onDirty()
          }}
        />
      ))}
      {rest.length > 0 && (
        <p>Nobody else has touched the rest of your change, and it is sent in any case: {restWords(rest)}.</p>
      )}
      {trouble !== '' && (
        <p role="alert" className={classes.trouble}>
          {trouble}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void settle(() => keepTheirs(entry, rows))}>
          Keep theirs
        </Button>
        <Button variant="default" onClick={() => void settle(() => keepMine(entry, rows))}>
          Keep mine
        </Button>
        <Button type="submit">Save</Button>
      </div>
    </form>
  )
}

function restWords(rest: ReturnType<typeof fieldsWithoutConflict>): string {
  return rest
    .map((field) => ({ name: nameOf(field), title: field.title, was: null, yours: yoursWords(field, field.yours) }))
    .map(lineWords)
    .join(', ')
}

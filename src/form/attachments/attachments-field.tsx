import { useId, useRef } from 'react'
import { useMessage } from '#src/form/fields/bound-field.ts'
import classes from './attachments.module.css'
import { type ExistingAttachment, ExistingFiles } from './existing-files.tsx'
import { FileChooser } from './file-chooser.tsx'
import { listedFiles } from './listed-file.ts'
import type { NewAttachment } from './new-attachment.ts'
import { NewFiles, RemoveRefused } from './new-files.tsx'
import { NoDraftWarning } from './no-draft-warning.tsx'
import { ACCEPTS_FILES, useDroppedFiles } from './use-dropped-files.ts'
import { useIntake } from './use-intake.ts'

interface AttachmentsFieldProps {
  readonly label: string
  /** The field's name in the server's refusals. */
  readonly name?: string
  /** The form's files, ready to be saved. `attachmentsForOutbox` converts them for the outbox. */
  readonly value: readonly NewAttachment[]
  readonly onChange: (attachments: readonly NewAttachment[]) => void
  /** The files in other fields of the form: a record accepts each file once, and a limited number. */
  readonly besides?: readonly NewAttachment[]
  /** The files that the record already has. */
  readonly existing?: readonly ExistingAttachment[]
  /** The number of files that the record has. Default: those of `existing` that stay. */
  readonly others?: number
  /** The ids of the existing files that will be removed when the form is saved. */
  readonly removed?: readonly number[]
  readonly onRemovedChange?: (removed: readonly number[]) => void
}

const NONE: readonly never[] = []
const ignore = () => undefined

/**
 * Files in a form: chosen, dropped, pasted or taken with the camera. Each is checked and shrunk when it is added, and
 * the form's submit waits for that. A refused file stays visible with its reason, but is not part of the value.
 */
export function AttachmentsField(props: AttachmentsFieldProps) {
  const { label, name = 'attachments', value, onChange, besides = NONE } = props
  const { existing = NONE, removed = NONE, onRemovedChange = ignore, others = existing.length - removed.length } = props
  const field = useRef<HTMLDivElement>(null)
  const id = useId()
  const { intake, refused, news, add, remove } = useIntake({
    value,
    others,
    besides,
    onChange,
  })
  const isOver = useDroppedFiles(field, (files) => add(files, 'file'))
  const message = useMessage({ name, state: { value, meta: { errors: NONE } } })
  const files = listedFiles(value, refused)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend that CSS can't lay out.
    <div ref={field} role="group" aria-labelledby={id} className={classes.field} {...ACCEPTS_FILES}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <FileChooser files={files} isOver={isOver} isWrong={message !== null} onFiles={add} onRemove={remove} />
      {message !== null && (
        <p role="alert" className={classes.message}>
          {message}
        </p>
      )}
      {value.length > 0 && <NoDraftWarning />}
      <LocationChoice attachments={value} onChange={(isKept) => intake.keepLocations(isKept)} />
      {existing.length + files.length > 0 && (
        <ul className={classes.files} aria-labelledby={id}>
          <ExistingFiles files={existing} removed={removed} onChange={onRemovedChange} />
          <NewFiles files={files} onRemove={remove} />
        </ul>
      )}
      <RemoveRefused files={files} onRemove={remove} />
      <p role="status" className="visually-hidden">
        {news}
      </p>
    </div>
  )
}

interface LocationChoiceProps {
  readonly attachments: readonly NewAttachment[]
  readonly onChange: (isKept: boolean) => void
}

/** Asks whether photos keep the location where they were taken. Shown only when a photo has a location. */
function LocationChoice({ attachments, onChange }: LocationChoiceProps) {
  if (attachments.every(({ location }) => location === null)) return null
  return (
    <label className={classes.keep}>
      <input
        type="checkbox"
        checked={attachments.some(({ isLocated }) => isLocated)}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      Keep location in photos
    </label>
  )
}

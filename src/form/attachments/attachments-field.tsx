import { useId, useRef } from 'react'
import { useMessage } from '#src/form/fields/bound-field.ts'
import type { StorageFault } from '#src/offline/query-storage/storage-trouble.ts'
import { useStorageTrouble } from '#src/offline/query-storage/storage-trouble.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import classes from './attachments.module.css'
import { type ExistingAttachment, ExistingFiles } from './existing-files.tsx'
import { FileChooser } from './file-chooser.tsx'
import { listedFiles } from './listed-file.ts'
import type { NewAttachment } from './new-attachment.ts'
import { NewFiles, RemoveRefused } from './new-files.tsx'
import { TAKES_FILES, useGivenFiles } from './use-given-files.ts'
import { useIntake } from './use-intake.ts'

interface AttachmentsFieldProps {
  readonly label: string
  /** As the server names it in a refusal. */
  readonly name?: string
  /** The files that the form holds, ready to be kept; `attachmentsGiven` makes of them what the outbox takes. */
  readonly value: readonly NewAttachment[]
  readonly onChange: (attachments: readonly NewAttachment[]) => void
  /** What other fields of the form hold: of the same record a file is taken once, and only so many. */
  readonly besides?: readonly NewAttachment[]
  /** What the record has already. */
  readonly existing?: readonly ExistingAttachment[]
  /** What of that goes once the form is saved, by their ids. */
  readonly removed?: readonly number[]
  readonly onRemovedChange?: (removed: readonly number[]) => void
}

const NONE: readonly never[] = []
const ignore = () => undefined

/**
 * Files in a form: chosen, dropped, pasted or taken with the camera. Each is judged and made small as it comes, which the
 * form's submit waits for; what is refused stays in sight with its reason, and is not in the value.
 */
export function AttachmentsField(props: AttachmentsFieldProps) {
  const { label, name = 'attachments', value, onChange, besides = NONE } = props
  const { existing = NONE, removed = NONE, onRemovedChange = ignore } = props
  const field = useRef<HTMLDivElement>(null)
  const id = useId()
  const { intake, incoming, news, add, remove } = useIntake({
    value,
    others: existing.length - removed.length,
    besides,
    onChange,
  })
  const isOver = useGivenFiles(field, (files) => add(files, 'file'))
  const message = useMessage({ name, state: { value, meta: { errors: NONE } } })
  const files = listedFiles(value, incoming)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame and a legend that can't be laid out.
    <div ref={field} role="group" aria-labelledby={id} className={classes.field} {...TAKES_FILES}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <FileChooser files={files} isOver={isOver} isWrong={message !== null} onFiles={add} onRemove={remove} />
      {message !== null && (
        <p role="alert" className={classes.message}>
          {message}
        </p>
      )}
      {value.length > 0 && <NotKeptYet />}
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

/** A draft keeps the files of a form, unless the device keeps nothing: said where it is about to matter. */
function NotKeptYet() {
  const trouble = useStorageTrouble()
  if (trouble === null || trouble === 'forgetful') return null
  return (
    <Notice tone="caution">
      {WHY_NO_DRAFT[trouble]}: these files are lost if the app is closed before they are saved.
    </Notice>
  )
}

const WHY_NO_DRAFT: Readonly<Record<StorageFault, string>> = {
  full: 'This device has no space left',
  unavailable: 'This browser keeps nothing on the device',
  error: 'An unexpected error in Haulyard keeps drafts from being saved',
}

interface LocationChoiceProps {
  readonly attachments: readonly NewAttachment[]
  readonly onChange: (isKept: boolean) => void
}

/** Where a photo was taken goes along if the person says so; asked only of those that say where. */
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

import { IconCheck, IconX } from '@tabler/icons-react'
import { useObjectUrl } from '#src/form/photos/use-object-url.ts'
import { useIsOnDisk } from '#src/offline/drafts/files-on-disk.ts'
import { KEEPS_ESCAPE } from '#src/ui/dialog/use-early-escape.ts'
import classes from './camera-dialog.module.css'
import type { ListedFile } from './listed-file.ts'

interface CameraShotsProps {
  readonly shots: readonly ListedFile[]
  readonly onRemove: (id: string) => void
}

/** The photos just taken, the latest first, each with a remove button. */
export function CameraShots({ shots, onRemove }: CameraShotsProps) {
  if (shots.length === 0) return null
  return (
    <ul className={classes.shots} aria-label="Photos just taken">
      {shots.toReversed().map((shot) => (
        <Shot key={shot.id} of={shot} onRemove={() => onRemove(shot.id)} />
      ))}
    </ul>
  )
}

function Shot({
  of: { name, file, state, refusal },
  onRemove,
}: {
  readonly of: ListedFile
  readonly onRemove: () => void
}) {
  const url = useObjectUrl(file)
  const isOnDisk = useIsOnDisk(file)
  return (
    <li className={classes.shot} data-state={state}>
      {url !== null && <img src={url} alt={name} decoding="async" />}
      {isOnDisk && state !== 'refused' && (
        <span className={classes.kept} role="img" aria-label={`${name} is saved on this device`}>
          <IconCheck size={16} stroke={3} aria-hidden />
        </span>
      )}
      {state === 'refused' && <span className={classes.refusal}>{refusal}</span>}
      <button
        type="button"
        className={classes.remove}
        aria-label={`Remove ${name}`}
        onClick={({ currentTarget }) => {
          // The button disappears with its photo.
          focusShutter(currentTarget.closest('dialog'))
          onRemove()
        }}
        {...KEEPS_ESCAPE}
      >
        <IconX size={20} aria-hidden />
      </button>
    </li>
  )
}

export function focusShutter(dialog: HTMLDialogElement | null): void {
  dialog?.querySelector<HTMLElement>('[data-part=shutter]')?.focus()
}

import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { megabytes } from '#contract/files/attachments.ts'
import { useObjectUrl } from '#src/form/photos/use-object-url.ts'
import classes from './attachments.module.css'
import { FileLine } from './file-line.tsx'
import type { ListedFile } from './listed-file.ts'

interface NewFilesProps {
  readonly files: readonly ListedFile[]
  readonly onRemove: (id: string) => void
}

/** The lines of the form's new files, refused ones included. */
export function NewFiles({ files, onRemove }: NewFilesProps) {
  return files.map((file) => <NewFile key={file.id} of={file} onRemove={onRemove} />)
}

interface NewFileProps {
  readonly of: ListedFile
  readonly onRemove: (id: string) => void
}

/** One file. It is memoized, so the other lines do not render again when the next photo is ready. */
const NewFile = memo(({ of: { id, file, name, state, refusal }, onRemove }: NewFileProps) => {
  const isPicture = file.type.startsWith('image/')
  const url = useObjectUrl(state === 'ready' && isPicture ? file : null)
  const words =
    state === 'making' ? (isPicture ? 'Compressing…' : 'Being read…') : state === 'ready' ? 'Ready' : refusal
  return (
    <FileLine
      name={name}
      type={file.type}
      thumbnail={url}
      state={state}
      facts={
        <>
          {megabytes(file.size)} · <span data-part="state">{words}</span>
        </>
      }
    >
      <button
        type="button"
        className={classes.remove}
        aria-label={`Remove ${name}`}
        data-part="remove"
        onClick={({ currentTarget }) => {
          focusNeighbor(currentTarget)
          onRemove(id)
        }}
      >
        <IconTrash size={20} aria-hidden />
      </button>
    </FileLine>
  )
})

/**
 * Removes all refused files in one step, for example after a folder was dropped. They are only listed, not attached.
 */
export function RemoveRefused({ files, onRemove }: NewFilesProps) {
  const refused = files.filter(({ state }) => state === 'refused')
  if (refused.length < 2) return null
  return (
    <Button
      variant="default"
      className={classes.tidy ?? ''}
      data-part="tidy"
      onClick={({ currentTarget }) => {
        partsAround(currentTarget)
          .find(({ dataset }) => dataset.part === 'choose')
          ?.focus()
        for (const { id } of refused) onRemove(id)
      }}
    >
      Remove the {refused.length} that were refused
    </Button>
  )
}

const partsAround = (button: HTMLElement) => [
  ...(button.closest('[role=group]')?.querySelectorAll<HTMLElement>('[data-part]') ?? []),
]

/** Moves the focus to the next remove button, because the button disappears with its file. */
function focusNeighbor(button: HTMLElement): void {
  const buttons = partsAround(button)
  const ends = buttons.filter(({ dataset }) => dataset.part === 'remove')
  const at = ends.indexOf(button)
  const next = ends[at + 1] ?? ends[at - 1] ?? buttons.find(({ dataset }) => dataset.part === 'choose')
  next?.focus()
}

import { Button } from '@mantine/core'
import { IconCamera, IconPaperclip } from '@tabler/icons-react'
import { type ComponentProps, useRef, useState } from 'react'
import { ATTACHMENT_ENDINGS } from '#contract/files/attachments.ts'
import { IMAGE_TYPES } from '#contract/files/files.ts'
import { pictureAccept } from '#src/form/photos/picture-accept.ts'
import { lazyPart } from '#src/ui/page/lazy-part.tsx'
import type { FileSource } from '../photos/file-source.ts'
import classes from './attachments.module.css'
import { canShowCamera } from './camera.ts'
import type { ListedFile } from './listed-file.ts'

const CameraDialog = lazyPart(() => import('./camera-dialog.tsx').then((part) => part.CameraDialog))

interface FileChooserProps {
  /** All files of the form, refused ones included. */
  readonly files: readonly ListedFile[]
  /** Files are being dragged over the field. */
  readonly isOver: boolean
  readonly isWrong: boolean
  readonly onFiles: (files: readonly File[], source: FileSource) => void
  readonly onRemove: (id: string) => void
}

/** The buttons that add files: from the device or with the camera. */
export function FileChooser({ files, isOver, isWrong, onFiles, onRemove }: FileChooserProps) {
  const [chooser, camera, opener] = [
    useRef<HTMLInputElement>(null),
    useRef<HTMLInputElement>(null),
    useRef<HTMLButtonElement>(null),
  ]
  /** The files when the camera was opened; null while it is closed. */
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null)
  const close = () => {
    setBefore(null)
    opener.current?.focus()
  }
  const openCamera = () => (canShowCamera() ? setBefore(new Set(files.map(({ id }) => id))) : camera.current?.click())
  return (
    <div className={classes.zone} data-over={isOver}>
      <Button
        variant="default"
        leftSection={<IconPaperclip size={18} aria-hidden />}
        data-part="choose"
        aria-invalid={isWrong || undefined}
        onClick={() => chooser.current?.click()}
      >
        Choose files…
      </Button>
      <Button ref={opener} variant="default" leftSection={<IconCamera size={18} aria-hidden />} onClick={openCamera}>
        Take photos
      </Button>
      <span className={classes.hint}>
        JPG, PNG, WebP, PDF or TXT, 5 MB Maximum.{' '}
        <span className={classes.forMouse}>They can be dropped or pasted here.</span>
      </span>
      <FileInput
        ref={chooser}
        accept={pictureAccept(ATTACHMENT_ENDINGS)}
        multiple
        onPick={(picked) => onFiles(picked, 'file')}
      />
      <FileInput
        ref={camera}
        accept={IMAGE_TYPES.join(',')}
        capture="environment"
        onPick={(picked) => onFiles(picked, 'camera')}
      />
      {before !== null && (
        <CameraDialog
          shots={files.filter(({ id }) => !before.has(id))}
          onShot={(shot) => onFiles([shot], 'camera')}
          onRemove={onRemove}
          onOtherCamera={() => {
            close()
            camera.current?.click()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

interface FileInputProps extends ComponentProps<'input'> {
  readonly onPick: (files: readonly File[]) => void
}

function FileInput({ onPick, ...props }: FileInputProps) {
  return (
    <input
      type="file"
      hidden
      onChange={({ currentTarget }) => {
        onPick([...(currentTarget.files ?? [])])
        // Cleared, so that choosing the same file again also fires an event.
        currentTarget.value = ''
      }}
      {...props}
    />
  )
}

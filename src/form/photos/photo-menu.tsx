import { Loader, Menu, UnstyledButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { IMAGE_TYPES } from '#contract/files/files.ts'
import { loadChunk } from '#src/session/load-chunk.ts'
import { useEarlyEscape } from '#src/ui/dialog/use-early-escape.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import type { FileSource } from './file-source.ts'
import classes from './photo.module.css'
import { pictureAccept } from './picture-accept.ts'

interface PhotoMenuProps {
  /** The name of the person or thing in the photo ("Maria Lopez"); null while unknown. */
  readonly name: string | null
  readonly hasPhoto: boolean
  /**
   * Called when the user picks a photo, with a promise for the prepared photo (checked, upright, small, without
   * metadata). It is called at the pick, so the change belongs to this user, even if another user signs in during the
   * preparation.
   */
  readonly onChoose: (photo: Promise<File>) => Promise<void>
  /** Removes the photo. Without it removal is not offered. */
  readonly onRemove?: (() => Promise<void>) | undefined
  /** Undoes the removal; offered while the photo is marked for removal. */
  readonly onKeep?: (() => Promise<void>) | undefined
  /** Shows why a photo was refused or not saved; by default in a toast. */
  readonly onFailure?: (error: unknown) => void
  /** Receives the promise of each action, to wait for it: shrinking a photo takes time. */
  readonly onWork?: (work: Promise<void>) => void
}

/**
 * Whether the device is held in the hand. On other devices the browser would open the same file dialog for the camera.
 */
const isHeldInHand = () => window.matchMedia('(pointer: coarse)').matches

/** Loaded at the pick: every list has photos, and few users change one. */
async function prepared(chosen: File, source: FileSource): Promise<File> {
  const { preparePhoto } = await loadChunk(() => import('./prepare-photo.ts'))
  return preparePhoto(chosen, source)
}

/** The button on a photo and its menu: a photo from a file or the camera, or removal. */
export function PhotoMenu(props: PhotoMenuProps) {
  const [wasOpened, setWasOpened] = useState(false)
  if (wasOpened) return <OpenedMenu {...props} />
  // A list shows dozens of these and users open few, so the menu is only created when it is first opened.
  return <CameraButton of={props.name} aria-haspopup="menu" aria-expanded={false} onClick={() => setWasOpened(true)} />
}

interface CameraButtonProps extends ComponentProps<typeof UnstyledButton<'button'>> {
  readonly of: string | null
  readonly isBusy?: boolean
}

function CameraButton({ of, isBusy = false, ...props }: CameraButtonProps) {
  const label = of === null ? 'Change the photo' : `Change the photo of ${of}`
  return (
    <UnstyledButton type="button" aria-label={label} aria-busy={isBusy} {...props} className={classes.change}>
      {isBusy ? <Loader size={16} aria-hidden /> : <IconCamera size={16} stroke={1.75} aria-hidden />}
    </UnstyledButton>
  )
}

function OpenedMenu(props: PhotoMenuProps) {
  const { name, hasPhoto, onChoose, onRemove, onKeep, onFailure = toastFailure, onWork } = props
  const [opened, setOpened] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  // As in the radio menu: the new button takes the focus when it is mounted, and the menu opens after that.
  useEffect(() => setOpened(true), [])
  useEarlyEscape(opened, () => setOpened(false))
  const run = (work: () => Promise<void>) => {
    setIsBusy(true)
    const working = work()
    onWork?.(working)
    working.catch(onFailure).finally(() => setIsBusy(false))
  }
  const take = (source: FileSource) => (chosen: File) => run(() => onChoose(prepared(chosen, source)))
  return (
    <>
      <Menu position="bottom-start" opened={opened} onChange={setOpened} disabled={isBusy}>
        <Menu.Target>
          <CameraButton of={name} isBusy={isBusy} autoFocus />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => file.current?.click()}>Choose a photo…</Menu.Item>
          {isHeldInHand() ? <Menu.Item onClick={() => camera.current?.click()}>Take a photo…</Menu.Item> : null}
          {hasPhoto && onRemove ? <Menu.Item onClick={() => run(onRemove)}>Take the photo away</Menu.Item> : null}
          {onKeep ? <Menu.Item onClick={() => run(onKeep)}>Keep the photo</Menu.Item> : null}
        </Menu.Dropdown>
      </Menu>
      <PhotoInput ref={file} onPick={take('file')} />
      {/* The rear camera, because the photo shows another person. */}
      <PhotoInput ref={camera} onPick={take('camera')} capture="environment" />
    </>
  )
}

interface PhotoInputProps extends ComponentProps<'input'> {
  readonly onPick: (file: File) => void
}

function PhotoInput({ onPick, ...props }: PhotoInputProps) {
  return (
    <input
      type="file"
      accept={pictureAccept(IMAGE_TYPES)}
      hidden
      onChange={({ currentTarget }) => {
        const picked = currentTarget.files?.[0]
        if (picked) onPick(picked)
        // Cleared, so that choosing the same file again also fires an event.
        currentTarget.value = ''
      }}
      {...props}
    />
  )
}

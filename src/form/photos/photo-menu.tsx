import { Loader, Menu, UnstyledButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { IMAGE_TYPES } from '#contract/files/files.ts'
import { useEarlyEscape } from '#src/ui/dialog/use-early-escape.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import type { FileSource } from './made-attachment.ts'
import classes from './photo.module.css'
import { photoOf } from './photo-choice.ts'
import { pictureAccept } from './picture-accept.ts'

interface PhotoMenuProps {
  /** Whose photo it is ("Maria Lopez"); null where that is not known yet. */
  readonly name: string | null
  readonly hasPhoto: boolean
  /**
   * Takes a photo once it is ready to be kept: judged, upright, small, and without what a camera writes beside it. It is
   * called at the pick, so that the change is that person's, whoever is here once the photo is small.
   */
  readonly onChoose: (photo: Promise<File>) => Promise<void>
  /** Takes the photo away; without it that is not offered. */
  readonly onRemove?: (() => Promise<void>) | undefined
  /** Takes back that it was taken away; offered while it is. */
  readonly onKeep?: (() => Promise<void>) | undefined
  /** Says why a photo can't be taken, or was not kept; a toast does when nothing else is given. */
  readonly onFailure?: (error: unknown) => void
  /** Is given each thing that is done here, to wait for: making a photo small takes a while. */
  readonly onWork?: (work: Promise<void>) => void
}

/** Elsewhere there is no camera to hold at somebody: the browser would only open the same choice of files twice. */
const isHeldInHand = () => window.matchMedia('(pointer: coarse)').matches

/** The button on a photo, and what it opens: another photo from a file or the camera, or none. */
export function PhotoMenu(props: PhotoMenuProps) {
  const [wasOpened, setWasOpened] = useState(false)
  if (wasOpened) return <OpenedMenu {...props} />
  // A list shows dozens of these and people open few: the menu itself is made when it is first opened.
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
  // As in the radio menu: the new button takes the focus as it comes, and the menu opens after that.
  useEffect(() => setOpened(true), [])
  useEarlyEscape(opened, () => setOpened(false))
  const run = (work: () => Promise<void>) => {
    setIsBusy(true)
    const working = work()
    onWork?.(working)
    working.catch(onFailure).finally(() => setIsBusy(false))
  }
  const take = (source: FileSource) => (chosen: File) => run(() => onChoose(photoOf(chosen, source)))
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
      {/* The camera at the back: it is held at somebody else. */}
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
        // The same file chosen once more is a choice too.
        currentTarget.value = ''
      }}
      {...props}
    />
  )
}

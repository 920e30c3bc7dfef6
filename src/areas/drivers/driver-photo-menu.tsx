import { Menu, UnstyledButton } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { Driver } from '#contract/drivers.ts'
import { IMAGE_TYPES, photoRefusal } from '#contract/files.ts'
import { fullName } from '#contract/users.ts'
import { submitWithUndo } from '#src/form/submit-with-undo.ts'
import { newUuid } from '#src/offline/outbox/uuid-v7.ts'
import { toastFailure } from '#src/ui/toast.ts'
import classes from './driver-photo.module.css'
import { changeDriverPhoto, newPhoto, noPhoto } from './driver-photo-commands.ts'

/** Enough of a file to tell what it is. */
const BEGINNING_BYTES = 16

/** Elsewhere there is no camera to hold at somebody: the browser would only open the same choice of files twice. */
const isHeldInHand = () => window.matchMedia('(pointer: coarse)').matches

/** The button on a driver's photo, and what it opens: another photo from a file or the camera, or none. */
export function DriverPhotoMenu({ driver }: { readonly driver: Driver }) {
  const [wasOpened, setWasOpened] = useState(false)
  if (wasOpened) return <OpenedMenu driver={driver} />
  // A list shows dozens of these and people open few: the menu itself is made when it is first opened.
  return <CameraButton driver={driver} aria-haspopup="menu" aria-expanded={false} onClick={() => setWasOpened(true)} />
}

function CameraButton({
  driver,
  ...props
}: ComponentProps<typeof UnstyledButton<'button'>> & { readonly driver: Driver }) {
  return (
    <UnstyledButton aria-label={`Change the photo of ${fullName(driver.user)}`} {...props} className={classes.change}>
      <IconCamera size={16} stroke={1.75} aria-hidden />
    </UnstyledButton>
  )
}

function OpenedMenu({ driver }: { readonly driver: Driver }) {
  const [opened, setOpened] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  // As in the radio menu: the new button takes the focus as it comes, and the menu opens after that.
  useEffect(() => setOpened(true), [])
  return (
    <>
      <Menu position="bottom-start" opened={opened} onChange={setOpened}>
        <Menu.Target>
          <CameraButton driver={driver} autoFocus />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => file.current?.click()}>Choose a photo…</Menu.Item>
          {isHeldInHand() ? <Menu.Item onClick={() => camera.current?.click()}>Take a photo…</Menu.Item> : null}
          {driver.user.photo === null ? null : (
            <Menu.Item onClick={() => keep(driver, null)}>Take the photo away</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <PhotoInput ref={file} driver={driver} />
      <PhotoInput ref={camera} driver={driver} capture="environment" />
    </>
  )
}

function PhotoInput({ driver, ...props }: ComponentProps<'input'> & { readonly driver: Driver }) {
  return (
    <input
      type="file"
      accept={IMAGE_TYPES.join(',')}
      hidden
      onChange={({ currentTarget }) => {
        keep(driver, currentTarget.files?.[0])
        // The same file chosen once more is a choice too.
        currentTarget.value = ''
      }}
      {...props}
    />
  )
}

/** Keeps a new photo, or with null none; what can't be taken is said at once. */
function keep(driver: Driver, file: File | null | undefined): void {
  if (file === undefined) return
  const kept = file === null ? withoutPhoto(driver) : withPhoto(driver, file)
  kept.catch(toastFailure)
}

function withoutPhoto(driver: Driver): Promise<unknown> {
  return submitWithUndo(changeDriverPhoto, noPhoto(driver), { seenVersion: driver.version })
}

async function withPhoto(driver: Driver, file: File): Promise<void> {
  const beginning = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer())
  const refusal = photoRefusal(beginning, file.size)
  if (refusal !== null) throw new Error(refusal)
  const id = newUuid()
  const files = [{ id, field: 'photo', file, name: file.name }]
  await submitWithUndo(changeDriverPhoto, newPhoto(driver, id), { seenVersion: driver.version, files })
}

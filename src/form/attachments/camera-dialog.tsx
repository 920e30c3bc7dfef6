import { Loader } from '@mantine/core'
import { IconBulb, IconBulbOff } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { deviceNow } from '#src/browser/company-clock.ts'
import { useIsTopmost } from '#src/ui/dialog/layers.ts'
import { useNoTapThrough } from '#src/ui/dialog/no-tap-through.ts'
import { KEEPS_ESCAPE } from '#src/ui/dialog/use-early-escape.ts'
import { type Camera, shotOf } from './camera.ts'
import classes from './camera-dialog.module.css'
import { CameraShots, focusShutter } from './camera-shots.tsx'
import type { ListedFile } from './listed-file.ts'
import { NoDraftWarning } from './no-draft-warning.tsx'
import { useCamera } from './use-camera.ts'

/** The length of the vibration at a press, in milliseconds. */
const SHUTTER_MS = 30

interface CameraDialogProps {
  /** The photos taken since the dialog was opened. */
  readonly shots: readonly ListedFile[]
  readonly onShot: (shot: File) => void
  readonly onRemove: (id: string) => void
  /** Opens the device's own camera instead. */
  readonly onOtherCamera: () => void
  readonly onClose: () => void
}

/**
 * A full-screen camera for several photos. It is the browser's own dialog: above the form's dialog, with a focus trap,
 * closed by Escape. Each photo is added to the form immediately, so closing loses none.
 */
export function CameraDialog({ shots, onShot, onRemove, onOtherCamera, onClose }: CameraDialogProps) {
  useIsTopmost(onClose)
  useNoTapThrough()
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const standing = useCamera(video)
  // An open camera needs a moment before it delivers a picture.
  const [isSeeing, setIsSeeing] = useState(false)
  useEffect(() => {
    dialog.current?.showModal()
    focusShutter(dialog.current)
  }, [])
  const { isReady, shoot, pressed, taken } = useShutter(video, standing.is === 'live' && isSeeing, onShot)
  return createPortal(
    <dialog ref={dialog} aria-label="Take photos" className={classes.camera} onClose={onClose} {...KEEPS_ESCAPE}>
      <div className={classes.view}>
        <video
          ref={video}
          className={classes.video}
          aria-label="What the camera sees"
          autoPlay
          muted
          playsInline
          hidden={standing.is !== 'live'}
          onLoadedData={() => setIsSeeing(true)}
        />
        {standing.is === 'opening' && <Loader color="white" aria-label="The camera is being started" />}
        {standing.is === 'failed' && <NoCamera words={standing.words} onOther={onOtherCamera} />}
        {/* The key restarts the animation with each press. */}
        {pressed > 0 && <span key={pressed} className={classes.flash} data-part="flash" />}
      </div>
      <p role="status" className="visually-hidden">
        {taken > 0 ? `Photo ${taken} taken` : ''}
      </p>
      <div className={classes.bar}>
        {shots.length > 0 && <NoDraftWarning />}
        <CameraShots shots={shots} onRemove={onRemove} />
        <div className={classes.buttons}>
          <span>{standing.is === 'live' && <LightButton camera={standing.camera} />}</span>
          <button
            type="button"
            className={classes.shutter}
            aria-label="Take a photo"
            aria-disabled={!isReady}
            onClick={() => void shoot()}
            data-part="shutter"
            {...KEEPS_ESCAPE}
          />
          <BarButton onClick={onClose}>Done</BarButton>
        </div>
      </div>
    </dialog>,
    document.body,
  )
}

/** The shutter of a camera: takes one photo after another. `pressed` counts the presses, `taken` the photos. */
function useShutter(video: RefObject<HTMLVideoElement | null>, isLive: boolean, onShot: CameraDialogProps['onShot']) {
  const [pressed, setPressed] = useState(0)
  const [taken, setTaken] = useState(0)
  const [isTaking, setIsTaking] = useState(false)
  const isReady = isLive && !isTaking
  const shoot = async () => {
    if (!isReady || !video.current) return
    // The screen responds to the press: making the JPEG can take seconds on a busy device, and people would press again.
    setPressed(pressed + 1)
    navigator.vibrate?.(SHUTTER_MS)
    setIsTaking(true)
    const shot = await shotOf(video.current, deviceNow(), taken + 1).finally(() => setIsTaking(false))
    if (!shot) return
    setTaken(taken + 1)
    onShot(shot)
  }
  return { isReady, shoot, pressed, taken }
}

function NoCamera({ words, onOther }: { readonly words: string; readonly onOther: () => void }) {
  return (
    <div className={classes.trouble} role="alert">
      <p>{words} You can take photos with the device’s own camera app, or choose them among your files.</p>
      <BarButton onClick={onOther}>Use the camera app…</BarButton>
    </div>
  )
}

/** Switches the camera's light, for photos under a truck and before dawn. */
function LightButton({ camera: { light } }: { readonly camera: Camera }) {
  const [isOn, setIsOn] = useState(false)
  if (light === null) return null
  const turn = () =>
    void light(!isOn).then(
      () => setIsOn(!isOn),
      // The light and the button stay as they were.
      () => undefined,
    )
  return (
    <BarButton onClick={turn} isPressed={isOn} name="Light">
      {isOn ? <IconBulb size={28} aria-hidden /> : <IconBulbOff size={28} aria-hidden />}
    </BarButton>
  )
}

interface BarButtonProps {
  readonly onClick: () => void
  readonly children: ReactNode
  readonly name?: string
  readonly isPressed?: boolean
}

function BarButton({ onClick, children, name, isPressed }: BarButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={name}
      aria-pressed={isPressed}
      onClick={onClick}
      {...KEEPS_ESCAPE}
    >
      {children}
    </button>
  )
}

import { IconChevronLeft, IconChevronRight, IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Step } from '#src/format/step.ts'
import { useIsTopmost } from '#src/ui/dialog/layers.ts'
import { useFocusBack } from '#src/ui/dialog/use-focus-back.ts'
import classes from './photo-lightbox.module.css'
import { useZoom } from './use-zoom.ts'
import { MAX_ZOOM, type Point } from './zoom.ts'

interface PhotoLightboxProps {
  /** The names of the photos, in their order. */
  readonly names: readonly string[]
  /** The index of the shown photo. */
  readonly at: number
  readonly onMove: (step: Step) => void
  readonly onDownload: (at: number) => void
  readonly onClose: () => void
  /** The photo. It fills the available room. */
  readonly children: ReactNode
}

/** Shows photos full screen, one at a time, with keys, touch gestures, buttons and zoom. */
export function PhotoLightbox({ names, at, onMove, onDownload, onClose, children }: PhotoLightboxProps) {
  const dialog = useModal(onClose)
  const frame = useRef<HTMLDivElement>(null)
  const last = names.length - 1
  const move = (by: number) => {
    const step: Step = (from) => Math.min(last, Math.max(0, from + by))
    if (step(at) !== at) zoomer.reset()
    onMove(step)
  }
  const zoomer = useZoom(frame, {
    onSwipe: (way) => (way === 'close' ? onClose() : move(way === 'back' ? -1 : 1)),
  })
  const { zoom, isHeld, handlers } = zoomer
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event.key, zoom.scale > 1, { ...zoomer, move })
    if (act === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  }
  return createPortal(
    <dialog
      ref={dialog}
      className={classes.lightbox}
      aria-label={`Photo: ${names[at] ?? ''}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <Bar {...{ names, at, onDownload, onClose }} zoomer={zoomer} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: touch and wheel only; keys and buttons do the same */}
      <div
        ref={frame}
        className={classes.frame}
        data-large={zoom.scale > 1 || undefined}
        onDoubleClick={({ clientX, clientY }) => zoomer.toggleAt({ x: clientX, y: clientY })}
        {...handlers}
      >
        <div
          className={classes.picture}
          data-held={isHeld || undefined}
          style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
        >
          {children}
        </div>
      </div>
      {last > 0 ? (
        <>
          <LightboxButton name="Previous photo" place="back" isOff={at === 0} onClick={() => move(-1)}>
            <IconChevronLeft aria-hidden />
          </LightboxButton>
          <LightboxButton name="Next photo" place="on" isOff={at === last} onClick={() => move(1)}>
            <IconChevronRight aria-hidden />
          </LightboxButton>
        </>
      ) : null}
    </dialog>,
    document.body,
  )
}

type Zoomer = ReturnType<typeof useZoom>

interface BarProps extends Omit<PhotoLightboxProps, 'children' | 'onMove'> {
  readonly zoomer: Zoomer
}

function Bar({ names, at, onDownload, onClose, zoomer: { zoom, larger, smaller } }: BarProps) {
  return (
    <div className={classes.bar}>
      <p className={classes.name} aria-live="polite">
        <span className={classes.count}>
          {at + 1} of {names.length}
        </span>{' '}
        {names[at]}
      </p>
      <LightboxButton name="Smaller" isOff={zoom.scale === 1} onClick={smaller}>
        <IconZoomOut aria-hidden />
      </LightboxButton>
      <LightboxButton name="Larger" isOff={zoom.scale >= MAX_ZOOM} onClick={larger}>
        <IconZoomIn aria-hidden />
      </LightboxButton>
      <LightboxButton name="Download this photo" onClick={() => onDownload(at)}>
        <IconDownload aria-hidden />
      </LightboxButton>
      <LightboxButton name="Close" onClick={onClose}>
        <IconX aria-hidden />
      </LightboxButton>
    </div>
  )
}

interface LightboxButtonProps {
  readonly name: string
  readonly place?: 'back' | 'on'
  /** The last step in this direction is reached. The button keeps the focus. */
  readonly isOff?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function LightboxButton({ name, place, isOff = false, onClick, children }: LightboxButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      data-place={place}
      aria-label={name}
      title={name}
      aria-disabled={isOff || undefined}
      // What is off is off as far as is drawn: nothing is larger than the largest, nor behind the last.
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** The distance in pixels that a key moves a picture that is larger than its frame. */
const SLIDE = 80
const SLIDES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: SLIDE, y: 0 },
  ArrowRight: { x: -SLIDE, y: 0 },
  ArrowUp: { x: 0, y: SLIDE },
  ArrowDown: { x: 0, y: -SLIDE },
}
const MOVES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -1,
  PageDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}
const SIZES: Readonly<Record<string, 'larger' | 'smaller' | 'reset'>> = {
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  '0': 'reset',
}

/** The action of a key; null for other keys. Arrows show other photos, or move an enlarged photo. */
function actOf(
  key: string,
  isLarge: boolean,
  { slide, move, ...sizes }: Pick<Zoomer, 'larger' | 'smaller' | 'reset' | 'slide'> & { move: (by: number) => void },
): (() => void) | null {
  const [by, way, size] = [isLarge ? SLIDES[key] : undefined, MOVES[key], SIZES[key]]
  if (by) return () => slide(by)
  if (way !== undefined) return () => move(way)
  return size ? sizes[size] : null
}

/** Opens the browser's own modal dialog: it traps the focus, closes on Escape and is above everything else. */
function useModal(onClose: () => void) {
  useFocusBack()
  // Registers the layer, so that Escape does not close a layer below and Back closes this one.
  useIsTopmost(onClose)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return dialog
}

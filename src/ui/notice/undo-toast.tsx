import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isPressedByKey } from '../pressed-by-key.ts'
import classes from './undo-toast.module.css'

/**
 * The time on screen, in milliseconds, as for any toast. It stays while it is hovered or focused. The Outbox offers to
 * undo changes for 90 days.
 */
const STAYS_MS = 5_000
/** The same for an offer that is made nowhere else. */
export const ONLY_OFFER_STAYS_MS = 15_000
/** The id of the one undo toast: it offers to undo the last action. */
export const UNDO_TOAST = 'undo'
let offers = 0
let offered: readonly string[] = []
let confirmed: (title: string) => void = () => undefined

/** The changes that the offer on screen would undo; empty without an offer. */
export const offeredChanges = (): readonly string[] => offered

/** Ends the offer, because the changes were undone elsewhere or another action came first. */
export function endUndoOffer(): void {
  offered = []
  notifications.hide(UNDO_TOAST)
}

/**
 * Shows what was done and offers to undo it, by a button or by Ctrl+Z outside of a field. `undo` does it and reports
 * the result itself; its argument tells a key from a pointer. `changes` are the ids of the changes that it would undo.
 */
export function toastWithUndo(
  message: string,
  undo: (isByKey: boolean) => void,
  changes: readonly string[] = [],
  staysMs = STAYS_MS,
): void {
  showOffer({ message, button: 'Undo', isUndo: true, staysMs, act: undo })
  offered = changes
}

/** Shows what was done and offers one thing to do about it. It takes the place of an offer to undo. */
export function toastWithButton(message: string, button: string, act: () => void): void {
  showOffer({ message, button, isUndo: false, staysMs: STAYS_MS, act })
}

interface Offered {
  readonly message: string
  /** The label of the button. */
  readonly button: string
  /** Ctrl+Z outside of a field takes it. */
  readonly isUndo: boolean
  readonly staysMs: number
  /** Its argument tells a key from a pointer. */
  readonly act: (isByKey: boolean) => void
}

function showOffer({ act, ...shown }: Offered): void {
  const take = (isByKey: boolean) => {
    endUndoOffer()
    act(isByKey)
  }
  endUndoOffer()
  offers += 1
  const offer = {
    id: UNDO_TOAST,
    color: 'accent',
    role: 'status',
    // The toast has its own timer: Mantine's runs on while the button has the focus.
    autoClose: false,
    // The key gives each offer a timer of its own, even when it replaces an offer that is still on screen.
    message: <UndoOffer key={offers} {...shown} onTake={take} onEnd={endUndoOffer} />,
  } as const
  notifications.show(offer)
  confirmed = (title) => notifications.update({ ...offer, title })
}

/** Shows above the offer on screen that the server has all its changes. */
export function confirmUndoOffer(title: string): void {
  offered = []
  confirmed(title)
}

interface UndoOfferProps extends Omit<Offered, 'act'> {
  readonly onTake: (isByKey: boolean) => void
  readonly onEnd: () => void
}

function UndoOffer({ message, button, isUndo, staysMs, onTake, onEnd }: UndoOfferProps) {
  const box = useRef<HTMLDivElement>(null)
  /** The element that had the focus before the button. */
  const before = useRef<Element | null>(null)
  // A used offer does nothing while it fades out, and leaves the keys to the next offer.
  const [isTaken, setIsTaken] = useState(false)
  const take = (isByKey: boolean) => {
    if (isTaken) return
    setIsTaken(true)
    // The button disappears, so the focus returns to where the user was.
    if (box.current?.contains(document.activeElement) && before.current instanceof HTMLElement)
      before.current.focus({ preventScroll: true })
    onTake(isByKey)
  }
  const end = useEffectEvent(onEnd)
  const undoByKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndoKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z'
    if (!isUndo || isTaken || !isUndoKey || isTyping(event.target)) return
    event.preventDefault()
    take(true)
  })
  // A layout effect, so that the keys work as soon as the offer is visible.
  useLayoutEffect(() => {
    let remainingMs = staysMs
    const timer = setInterval(() => {
      // Hovered or focused: the time starts again.
      remainingMs = box.current?.closest('[role=status]')?.matches(':hover, :focus-within')
        ? staysMs
        : remainingMs - 1000
      if (remainingMs <= 0) end()
    }, 1000)
    document.addEventListener('keydown', undoByKey)
    return () => {
      clearInterval(timer)
      document.removeEventListener('keydown', undoByKey)
    }
  }, [staysMs])
  return (
    <div ref={box} className={classes.offer}>
      <span className={classes.words}>
        {[...new Set(message.split('\n'))].map((line) => (
          <span key={line} className={classes.line}>
            {line}
          </span>
        ))}
      </span>
      <Button
        className={isTaken ? classes.taken : undefined}
        size="compact-md"
        variant="default"
        aria-keyshortcuts={isUndo ? 'Control+Z' : undefined}
        onFocus={({ relatedTarget }) => {
          // `relatedTarget` is null when the window regains the focus. The toast's other button disappears too, so it
          // does not count.
          if (relatedTarget && !relatedTarget.closest('[role=status]')) before.current = relatedTarget
        }}
        onClick={(event) => take(isPressedByKey(event))}
      >
        {button}
      </Button>
    </div>
  )
}

/** Whether the target is a field, in which Ctrl+Z undoes typing. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}

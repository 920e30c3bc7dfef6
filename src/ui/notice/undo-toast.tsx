import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isPressedByKey } from '../pressed-by-key.ts'
import classes from './undo-toast.module.css'

/** As any toast; while it is looked at or has the focus it stays, and the Outbox takes the same back for 90 days. */
const STAYS_MS = 5_000
/** There is one at a time: the last thing done is what one takes back, and that it was taken back ends with the next. */
export const UNDO_TOAST = 'undo'
let offers = 0
let offered: readonly string[] = []
let confirmed: (title: string) => void = () => undefined

/** The changes that the offer on screen would take back; none where nothing is offered. */
export const offeredChanges = (): readonly string[] => offered

/** What was offered is taken back by other means, or has another thing before it. */
export function endUndoOffer(): void {
  offered = []
  notifications.hide(UNDO_TOAST)
}

/**
 * Says what was done and offers to take it back, by its button or by Ctrl+Z outside of a field.
 * @param undo what the offer does, by a key or by a pointer; it says itself what came of it
 * @param changes what it would take back
 */
export function toastWithUndo(
  message: string,
  undo: (isByKey: boolean) => void,
  changes: readonly string[] = [],
): void {
  const take = (isByKey: boolean) => {
    endUndoOffer()
    undo(isByKey)
  }
  endUndoOffer()
  offers += 1
  offered = changes
  const offer = {
    id: UNDO_TOAST,
    color: 'accent',
    role: 'status',
    // It keeps its own time: Mantine's goes on while the button has the focus.
    autoClose: false,
    // Each offer has a time of its own, also where it takes the place of one that is still on screen.
    message: <UndoOffer key={offers} message={message} onUndo={take} onEnd={endUndoOffer} />,
  } as const
  notifications.show(offer)
  confirmed = (title) => notifications.update({ ...offer, title })
}

/** The server has all that the offer on screen is about: says so above it. */
export function confirmUndoOffer(title: string): void {
  offered = []
  confirmed(title)
}

interface UndoOfferProps {
  readonly message: string
  readonly onUndo: (isByKey: boolean) => void
  readonly onEnd: () => void
}

function UndoOffer({ message, onUndo, onEnd }: UndoOfferProps) {
  const box = useRef<HTMLDivElement>(null)
  /** Whatever had the focus before the button got it. */
  const before = useRef<Element | null>(null)
  // One that was taken offers nothing any more while it fades, and leaves the keys to the next one.
  const [isTaken, setIsTaken] = useState(false)
  const take = (isByKey: boolean) => {
    if (isTaken) return
    setIsTaken(true)
    // The button goes: who pressed it by key or pointer goes on where they were.
    if (box.current?.contains(document.activeElement) && before.current instanceof HTMLElement)
      before.current.focus({ preventScroll: true })
    onUndo(isByKey)
  }
  const end = useEffectEvent(onEnd)
  const undoByKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z'
    if (isTaken || !isUndo || isTyping(event.target)) return
    event.preventDefault()
    take(true)
  })
  // Before it can be seen: who sees the offer may take it by its keys.
  useLayoutEffect(() => {
    let left = STAYS_MS
    const timer = setInterval(() => {
      // Looked at or reached by keyboard: it begins anew.
      left = box.current?.closest('[role=status]')?.matches(':hover, :focus-within') ? STAYS_MS : left - 1000
      if (left <= 0) end()
    }, 1000)
    document.addEventListener('keydown', undoByKey)
    return () => {
      clearInterval(timer)
      document.removeEventListener('keydown', undoByKey)
    }
  }, [])
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
        aria-keyshortcuts="Control+Z"
        onFocus={({ relatedTarget }) => {
          // Nothing when one comes back to the window; and the toast's other button goes as well.
          if (relatedTarget && !relatedTarget.closest('[role=status]')) before.current = relatedTarget
        }}
        onClick={(event) => take(isPressedByKey(event))}
      >
        Undo
      </Button>
    </div>
  )
}

/** There Ctrl+Z takes back what was typed. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}

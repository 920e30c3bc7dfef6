import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { moveBy, NO_ZOOM, type Point, pinchOf, type Size, swipeOf, ZOOM_STEP, type Zoom, zoomBy } from './zoom.ts'

interface Gestures {
  readonly onSwipe: (way: 'back' | 'on' | 'close') => void
}
type Frame = RefObject<HTMLElement | null>
type Change = (next: (from: Zoom, size: Size) => Zoom) => void

/**
 * Zooms a picture in its frame by pinch, wheel, keys and buttons. One finger moves an enlarged picture; on a picture at
 * its full view the same movement is a swipe.
 */
export function useZoom(frame: Frame, { onSwipe }: Gestures) {
  const [zoom, setZoom] = useState(NO_ZOOM)
  const change: Change = (next) => setZoom((from) => next(from, sizeOf(frame.current)))
  useWheel(frame, (by, at) => change((from, size) => zoomBy(from, by, size, at)))
  const fingers = useFingers(frame, change, (way) => {
    const swipe = zoom.scale === 1 ? swipeOf(way) : null
    if (swipe !== null) onSwipe(swipe)
  })
  return {
    zoom,
    ...fingers,
    reset: () => setZoom(NO_ZOOM),
    larger: () => change((from, size) => zoomBy(from, ZOOM_STEP, size)),
    smaller: () => change((from, size) => zoomBy(from, 1 / ZOOM_STEP, size)),
    toggleAt: (at: Point) =>
      change((from, size) => (from.scale > 1 ? NO_ZOOM : zoomBy(from, 2.5, size, fromMiddle(frame.current, at)))),
    slide: (by: Point) => change((from, size) => moveBy(from, by, size)),
  }
}

/**
 * Handles one or two fingers. `onLift` receives the way of a single finger when it is lifted; it is not called after a
 * pinch.
 */
function useFingers(frame: Frame, change: Change, onLift: (way: Point) => void) {
  const [isHeld, setIsHeld] = useState(false)
  const down = useRef(new Map<number, Point>())
  const way = useRef<Point | null>(null)

  const slide = (by: Point) => {
    if (way.current) way.current = { x: way.current.x + by.x, y: way.current.y + by.y }
    change((from, size) => (from.scale > 1 ? moveBy(from, by, size) : from))
  }
  const pinch = (was: ReturnType<typeof pinchOf>, is: ReturnType<typeof pinchOf>) => {
    way.current = null
    const middle = fromMiddle(frame.current, is.middle)
    const slid = { x: is.middle.x - was.middle.x, y: is.middle.y - was.middle.y }
    change((from, size) => moveBy(zoomBy(from, is.apart / Math.max(1, was.apart), size, middle), slid, size))
  }
  const lift = ({ pointerId }: PointerEvent<HTMLElement>) => {
    const wasDown = down.current.delete(pointerId)
    if (!wasDown || down.current.size > 0) return
    setIsHeld(false)
    if (way.current) onLift(way.current)
  }
  return {
    /** A finger is down: the picture follows without a transition. */
    isHeld,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        if (down.current.size === 0) way.current = { x: 0, y: 0 }
        down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        setIsHeld(true)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const was = down.current.get(event.pointerId)
        if (!was) return
        const is = { x: event.clientX, y: event.clientY }
        const [other] = [...down.current].flatMap(([id, at]) => (id === event.pointerId ? [] : [at]))
        down.current.set(event.pointerId, is)
        if (other) pinch(pinchOf(was, other), pinchOf(is, other))
        else slide({ x: is.x - was.x, y: is.y - was.y })
      },
      onPointerUp: lift,
      onPointerCancel: (event: PointerEvent<HTMLElement>) => {
        way.current = null
        lift(event)
      },
    },
  }
}

const sizeOf = (frame: HTMLElement | null): Size => frame?.getBoundingClientRect() ?? { width: 0, height: 0 }

function fromMiddle(frame: HTMLElement | null, { x, y }: Point): Point {
  const { left, top, width, height } = frame?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 }
  return { x: x - left - width / 2, y: y - top - height / 2 }
}

/** A native listener: React's wheel listeners are passive and can't prevent the page's own zoom. */
function useWheel(frame: Frame, onWheel: (by: number, at: Point) => void) {
  const turn = useEffectEvent(onWheel)
  useEffect(() => {
    const listen = (event: WheelEvent) => {
      event.preventDefault()
      turn(Math.exp(-event.deltaY / 300), fromMiddle(frame.current, { x: event.clientX, y: event.clientY }))
    }
    const element = frame.current
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [frame])
}

import { chicagoStamp } from '#src/format/chicago.ts'

/** A camera that is on. */
export interface Camera {
  readonly stream: MediaStream
  /** Null where it has no light that can be switched. */
  readonly light: ((isOn: boolean) => Promise<void>) | null
  /** Calls `listener` when it is taken away: unplugged, or not allowed any more. */
  readonly onEnd: (listener: () => void) => void
  /** Switches it off. */
  readonly close: () => void
}

/** A photo of 5 megapixels is more than is kept; a camera that has no such picture gives its best. */
const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 2560 }, height: { ideal: 1920 } },
}
const TROUBLE: Readonly<Record<string, string>> = {
  NotAllowedError: 'The camera is not allowed here. Allow it for this site in the browser’s settings.',
  NotFoundError: 'This device has no camera.',
  NotReadableError: 'The camera can’t be started: another app may be using it.',
}
const OTHER_TROUBLE = 'The camera can’t be started.'
/** Better than what is kept of it: it is made small from this. */
const QUALITY = 0.95

/** Whether this browser can show what a camera sees: without https none does. */
export const canShowCamera = (): boolean => globalThis.navigator?.mediaDevices !== undefined

/** Switches on the camera that looks away from the person, or the one there is. Throws an Error in words for the person. */
export async function openCamera(): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia(WANTED).catch((cause: unknown) => {
    throw new Error((cause instanceof DOMException && TROUBLE[cause.name]) || OTHER_TROUBLE, { cause })
  })
  const [track] = stream.getVideoTracks()
  return {
    stream,
    light: track && hasLight(track) ? lightOf(track) : null,
    onEnd: (listener) => track?.addEventListener('ended', listener),
    close: () => {
      for (const one of stream.getTracks()) one.stop()
    },
  }
}

/** What the camera sees right now, as a file named for the moment and its `number`. Null while it sees nothing yet. */
export async function shotOf(video: HTMLVideoElement, now: number, number: number): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0) return null
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const shot = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return shot && new File([shot], `photo-${chicagoStamp(now)}-${number}.jpg`, { type: shot.type })
}

/** Not in every browser's vocabulary, nor in the compiler's. */
function hasLight(track: MediaStreamTrack): boolean {
  const capabilities: MediaTrackCapabilities & { readonly torch?: boolean } = track.getCapabilities?.() ?? {}
  return capabilities.torch === true
}

function lightOf(track: MediaStreamTrack) {
  return (isOn: boolean) => {
    const torch: MediaTrackConstraintSet & { readonly torch: boolean } = { torch: isOn }
    return track.applyConstraints({ advanced: [torch] })
  }
}

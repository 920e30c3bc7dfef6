import { chicagoStamp } from '#src/format/chicago.ts'

/** An open camera. */
export interface Camera {
  readonly stream: MediaStream
  /** Switches the camera's light; null if it has none. */
  readonly light: ((isOn: boolean) => Promise<void>) | null
  /** Calls `listener` when the camera is lost: unplugged, or permission revoked. */
  readonly onEnd: (listener: () => void) => void
  /** Switches the camera off. */
  readonly close: () => void
}

/** 5 megapixels are more than the app stores. A camera with a lower resolution uses its best one. */
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
/** The JPEG quality, higher than that of stored photos, which are shrunk from this. */
const QUALITY = 0.95

/** Whether this browser can open a camera in the page. Without https none can. */
export const canShowCamera = (): boolean => globalThis.navigator?.mediaDevices !== undefined

/** Opens the rear camera, or any other. Throws an error with a message for the user. */
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

/** Takes a photo as a file, named by the time and its `number`. Null while the camera delivers no picture yet. */
export async function shotOf(video: HTMLVideoElement, now: number, number: number): Promise<File | null> {
  const { videoWidth: width, videoHeight: height } = video
  if (width === 0) return null
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const shot = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return shot && new File([shot], `photo-${chicagoStamp(now)}-${number}.jpg`, { type: shot.type })
}

/** Whether the camera has a light. Not every browser reports it, and TypeScript does not declare it. */
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

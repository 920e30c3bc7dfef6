/** The part of the browser's `ServiceWorkerRegistration` that is needed to know whether a worker serves this device. */
export interface FirstRegistration {
  readonly active: object | null
  readonly waiting: InstallingWorker | null
  readonly installing: InstallingWorker | null
}
type InstallingWorker = Pick<ServiceWorker, 'state' | 'addEventListener' | 'removeEventListener'>

export interface RegistrationPorts<Registration extends FirstRegistration> {
  readonly register: () => Promise<Registration | undefined>
  /** Resolves after that many milliseconds, or earlier when another attempt may succeed: the network is back. */
  readonly pause: (milliseconds: number) => Promise<void>
  /** Called with each registration as soon as the browser has it, before its worker is active. */
  readonly onRegistered: (registration: Registration) => void
  /** Called when an attempt has failed. */
  readonly onFailed: () => void
}

const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 5 * 60_000

/** Whether the browser will refuse every attempt: workers are switched off, or the address may not have one. */
const isFinal = (error: unknown) =>
  error instanceof DOMException && (error.name === 'SecurityError' || error.name === 'NotSupportedError')

/** Whether a registration's first worker becomes active. False when its files could not be fetched. */
function becomesActive({ active, waiting, installing }: FirstRegistration): Promise<boolean> {
  const worker = installing ?? waiting
  if (active || worker === null) return Promise.resolve(active !== null)
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state !== 'activated' && worker.state !== 'redundant') return
      worker.removeEventListener('statechange', look)
      resolve(worker.state === 'activated')
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

/**
 * Registers the service worker until one is active, because a browser forgets a registration whose files could not be
 * fetched. Files that an attempt has stored are not fetched again. Resolves with the registration; null when the
 * browser refuses workers.
 */
export async function registerUntilActive<Registration extends FirstRegistration>({
  register,
  pause,
  onRegistered,
  onFailed,
}: RegistrationPorts<Registration>): Promise<Registration | null> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      const registration = await register()
      if (registration) onRegistered(registration)
      if (registration && (await becomesActive(registration))) return registration
    } catch (error) {
      if (isFinal(error)) return null
    }
    onFailed()
    await pause(pauseMs)
  }
}

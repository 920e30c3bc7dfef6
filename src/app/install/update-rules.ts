import { holdLockIfFree } from '#src/browser/web-lock.ts'
import { UNSAVED_LOCK } from '#src/offline/drafts/unsaved-input.ts'

/** The time that the active version gets to abort its requests, in milliseconds. It may not be running any more. */
const MAX_STEP_ASIDE = 1000
/** The time that a new version gets to take over, in milliseconds. After that the page reloads to force it. */
const MAX_TAKE_OVER = 4000

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** The part of workbox-window's `Workbox` that the rules use. */
export interface Worker {
  addEventListener(type: 'waiting' | 'controlling', listener: () => void): void
  messageSkipWaiting(): void
}

/** The part of the browser's `ServiceWorkerRegistration` that the rules use. */
export interface Registration {
  readonly active: object | null
  readonly waiting: Pick<EventTarget, 'addEventListener'> | null
}

/**
 * The waiting worker of a new version, or null. The first worker of a device also waits for a moment before it becomes
 * active. It is not a new version, because no worker is active before it. In Firefox that moment is longer than
 * workbox-window expects.
 */
function waitingUpdate(registration: Registration | undefined): Registration['waiting'] {
  return registration?.active ? registration.waiting : null
}

export interface UpdateParts {
  readonly worker: Worker
  readonly registration: () => Registration | undefined
  /** Whether a worker served this page from the start. Only then is the next worker a new version. */
  readonly isControlled: boolean
  readonly locks: LockManager | undefined
  /**
   * Asks the active worker to abort its requests and resolves when it has done so. Until then the next worker can't
   * take over.
   */
  readonly stepAside: () => Promise<unknown>
  readonly reload: () => void
  readonly nothingUnsaved: () => Promise<void>
}

/** The rules for activating a new version: never automatically, and never over unsaved input in any tab. */
export function updateRules({
  worker,
  registration,
  isControlled,
  locks,
  stepAside,
  reload,
  nothingUnsaved,
}: UpdateParts) {
  let isServed = isControlled
  let hasTakenOver = false
  let applying: Promise<'applied' | 'unsaved_input'> | null = null
  let tell: (isReady: boolean) => void = () => undefined
  let announcedWorker: Registration['waiting'] = null
  const look = () => {
    const waiting = waitingUpdate(registration())
    if (!waiting || waiting === announcedWorker) return
    announcedWorker = waiting
    tell(true)
    waiting.addEventListener('statechange', () => waitingUpdate(registration()) ?? tell(false))
  }
  const reloadWhenSaved = () => nothingUnsaved().then(reload, reload)
  const takeOver = async () => {
    // In this order: any message or request that reaches the old worker while it is being stopped restarts it, and
    // Chromium then leaves the new worker waiting.
    await Promise.race([stepAside(), after(MAX_STEP_ASIDE)])
    hasTakenOver = false
    worker.messageSkipWaiting()
    // A request from any tab can still restart the old worker. A page load makes the new worker take over.
    void after(MAX_TAKE_OVER).then(() => (hasTakenOver ? undefined : reloadWhenSaved()))
  }
  const begin = async (): Promise<'applied' | 'unsaved_input'> => {
    if (!locks) {
      await nothingUnsaved()
      await takeOver()
      return 'applied'
    }
    const result = await holdLockIfFree(locks, UNSAVED_LOCK, async () => {
      await takeOver()
      return 'applied' as const
    })
    return result ?? 'unsaved_input'
  }
  return {
    /** Checks whether a new version already waits. Call it once the registration is known. */
    look,
    /** Calls `listener` with whether a new version waits. It may stop waiting because another tab activates it. */
    watch(listener: (isReady: boolean) => void): void {
      tell = listener
      worker.addEventListener('waiting', look)
      worker.addEventListener('controlling', () => {
        // The first worker takes over a page of its own version, which needs no reload. (workbox-window's `isUpdate`
        // stays false for the whole life of a page that was opened without a worker.)
        if (isServed) void reloadWhenSaved()
        isServed = true
        hasTakenOver = true
      })
    },
    /** A second call during the first returns the same promise: on its own it would find the lock held by the first. */
    async apply(): Promise<'applied' | 'unsaved_input'> {
      applying ??= begin().finally(() => {
        applying = null
      })
      return applying
    },
  }
}

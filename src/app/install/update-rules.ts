import { holdLockIfFree } from '#src/browser/web-lock.ts'
import { UNSAVED_LOCK } from '#src/offline/drafts/unsaved-input.ts'

/** How long the version before may take to break off what it waits for, in milliseconds: it may not run at all any more. */
const MAX_STEP_ASIDE = 1000
/** How long a new version may take to take over, in milliseconds, before the page helps by loading anew. */
const MAX_TAKE_OVER = 4000

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** What the rules need of workbox-window's `Workbox`. */
export interface Worker {
  addEventListener(type: 'waiting' | 'controlling', listener: () => void): void
  messageSkipWaiting(): void
}

/** What the rules need of the browser's `ServiceWorkerRegistration`. */
export interface Registration {
  readonly active: object | null
  readonly waiting: Pick<EventTarget, 'addEventListener'> | null
}

/**
 * The worker that waits as a new version, or null. The first worker of a device also waits for a moment, on its way to
 * being active, and it is no new version: nothing is active before it. In Firefox that moment is longer than the one
 * that workbox-window allows for.
 */
function waitingUpdate(registration: Registration | undefined): Registration['waiting'] {
  return registration?.active ? registration.waiting : null
}

export interface UpdateParts {
  readonly worker: Worker
  readonly registration: () => Registration | undefined
  /** Whether a worker serves this page from the start: only then is the next one a new version. */
  readonly isControlled: boolean
  readonly locks: LockManager | undefined
  /**
   * Asks the worker of the version before to break off what it waits for, and resolves when it has: until then the next
   * one can't take over.
   */
  readonly stepAside: () => Promise<unknown>
  readonly reload: () => void
  readonly nothingUnsaved: () => Promise<void>
}

/** The rules by which a new version is taken into use: never by itself, never over unsaved input of any tab. */
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
  let told: Registration['waiting'] = null
  const look = () => {
    const waiting = waitingUpdate(registration())
    if (!waiting || waiting === told) return
    told = waiting
    tell(true)
    waiting.addEventListener('statechange', () => waitingUpdate(registration()) ?? tell(false))
  }
  const reloadWhenSaved = () => nothingUnsaved().then(reload, reload)
  const takeOver = async () => {
    // One after the other: a message, like any call, that reaches the version before while it is being stopped starts it
    // anew, and Chromium then leaves the next one waiting.
    await Promise.race([stepAside(), after(MAX_STEP_ASIDE)])
    hasTakenOver = false
    worker.messageSkipWaiting()
    // A call of any tab may still do that; a page that is loaded makes the next one take over.
    void after(MAX_TAKE_OVER).then(() => (hasTakenOver ? undefined : reloadWhenSaved()))
  }
  const begin = async (): Promise<'applied' | 'unsaved_input'> => {
    if (!locks) {
      await nothingUnsaved()
      await takeOver()
      return 'applied'
    }
    const came = await holdLockIfFree(locks, UNSAVED_LOCK, async () => {
      await takeOver()
      return 'applied' as const
    })
    return came ?? 'unsaved_input'
  }
  return {
    /** Looks whether a new version waits already; to be called once the registration is known. */
    look,
    /** `listener` is told whether a new version waits. It may stop waiting without this page: another tab takes it into use. */
    watch(listener: (isReady: boolean) => void): void {
      tell = listener
      worker.addEventListener('waiting', look)
      worker.addEventListener('controlling', () => {
        // The first worker takes over a page of its own version: nothing to reload for. (workbox-window's own `isUpdate`
        // stays false for the whole life of a page that was opened without a worker.)
        if (isServed) void reloadWhenSaved()
        isServed = true
        hasTakenOver = true
      })
    },
    /** Asked again meanwhile it is the same: it would find the lock held, by itself. */
    async apply(): Promise<'applied' | 'unsaved_input'> {
      applying ??= begin().finally(() => {
        applying = null
      })
      return applying
    },
  }
}

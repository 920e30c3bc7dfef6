import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type NetworkSign, setNetworkListener } from '#src/api/call.ts'
import { probe } from '#src/api/probe.ts'
import { SILENCE_LIMIT_MS, setSilenceLimit, silenceLimitMs } from '#src/api/silence.ts'
import { observableValue } from '#src/session/observable-value.ts'

export interface Connectivity {
  /** Result of the latest calls and probes, not of the browser's `navigator.onLine` alone. */
  readonly online: boolean
  /** Since when, in milliseconds since 1970. */
  readonly since: number
  /** Whether the server has been reached since the page started. */
  readonly wasReached: boolean
  /** A page of another site answered in place of the server, such as the sign-in page of a Wi-Fi. */
  readonly isPortal: boolean
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000
/** A connection that lasts less than this is not stable: one kind of call may break it every time. */
const STEADY_MS = 3_000
/** Longest wait between probes of an unstable connection. */
const MAX_FLAPPING_WAIT_MS = 8_000
/** How long the raised silence limit applies after a late response. */
const SLOW_FOR_MS = 60_000

const connectivity = observableValue<Connectivity>({
  online: true,
  since: Date.now(),
  wasReached: false,
  isPortal: false,
})
const backOnlineListeners = new Set<() => void>()
const admittedListeners = new Set<() => void>()
let waitMs = FIRST_WAIT_MS
let timer: ReturnType<typeof setTimeout> | undefined
let probing: Promise<boolean> | null = null
/** When anything last arrived from the server, by `performance.now()`. */
let heardAt = Number.NEGATIVE_INFINITY
let slowTimer: ReturnType<typeof setTimeout> | undefined

function setOnline(online: boolean, isPortal = false): void {
  const before = connectivity.get()
  if (before.online === online) {
    if (before.isPortal !== isPortal) connectivity.set({ ...before, isPortal })
    return
  }
  connectivity.set({ online, since: Date.now(), wasReached: heardAt > Number.NEGATIVE_INFINITY, isPortal })
  onlineManager.setOnline(online)
  if (online) for (const listener of [...backOnlineListeners]) listener()
}

/** Half of the wait is random, so that a yard full of tablets does not probe at the same moment. */
function probeLater(): void {
  if (timer !== undefined) return
  timer = setTimeout(
    () => {
      timer = undefined
      void probeNow()
    },
    waitMs / 2 + (Math.random() * waitMs) / 2,
  )
  waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
}

function noteReached(): void {
  heardAt = performance.now()
  clearTimeout(timer)
  timer = undefined
  setOnline(true)
}

function noteUnreachable(isPortal = connectivity.get().isPortal): void {
  const { online, since } = connectivity.get()
  if (online) waitMs = Date.now() - since < STEADY_MS ? Math.min(waitMs, MAX_FLAPPING_WAIT_MS) : FIRST_WAIT_MS
  setOnline(false, isPortal)
  probeLater()
}

/**
 * Part of a response arrived after `afterMs` of silence. If the server already counted as unreachable by then, the
 * connection is slow: the silence limit is raised for a while, so that each late response does not look like the end of
 * an outage.
 */
function noteHeard(afterMs: number): void {
  heardAt = performance.now()
  if (afterMs < SILENCE_LIMIT_MS || (connectivity.get().online && silenceLimitMs() === SILENCE_LIMIT_MS)) return
  setSilenceLimit(afterMs)
  clearTimeout(slowTimer)
  slowTimer = setTimeout(() => setSilenceLimit(), SLOW_FOR_MS)
}

/** 90% of the limit, so that data that arrived just as this call started does not count as news. */
const isSilent = () => performance.now() - heardAt >= silenceLimitMs() * 0.9

/** Checks now whether the server can be reached. Concurrent callers share one probe. */
export function probeNow(): Promise<boolean> {
  probing ??= probe((tookMs) => {
    noteHeard(tookMs)
    noteReached()
  })
    .then((answer) => {
      if (answer === 'there') noteReached()
      else if (answer !== 'silent' || isSilent()) noteUnreachable(answer === 'portal')
      return answer === 'there'
    })
    .finally(() => {
      probing = null
    })
  return probing
}

/** One slow or odd response does not mean offline: a probe decides. Silence does, if all other calls are silent too. */
function handleSign(sign: NetworkSign, afterMs = 0): void {
  if (sign === 'admitted') for (const listener of [...admittedListeners]) listener()
  if (sign === 'admitted' || sign === 'reached') noteReached()
  else if (sign === 'heard') noteHeard(afterMs)
  else if (sign === 'unreachable') noteUnreachable()
  else if (sign === 'doubtful') void probeNow()
  else if (!connectivity.get().online) return
  else if (sign === 'suspect') void probeNow()
  else if (isSilent()) noteUnreachable()
}

/** Starts following calls and browser events. Until the first call or probe ends, the browser's state is used. */
export function startConnectivity(): void {
  setNetworkListener(handleSign)
  // By default, Query follows the browser's events, which report "online" on a Wi-Fi without internet access.
  onlineManager.setEventListener(() => undefined)
  addEventListener('online', () => void probeNow())
  addEventListener('offline', () => void probeNow())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && !connectivity.get().online) void probeNow()
  })
  if (navigator.onLine) return
  setOnline(false)
  void probeNow()
}

export function useOnline(): Connectivity {
  return useSyncExternalStore(connectivity.subscribe, connectivity.get)
}
export function connectivityNow(): Connectivity {
  return connectivity.get()
}
export function isOnline(): boolean {
  return connectivity.get().online
}
/** Resolves when `work` ends, successfully or not, or when the server can't be reached, whichever is first. */
export function untilDoneOrOffline(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const stopIfOffline = () => {
      if (connectivity.get().online) return
      stop()
      resolve()
    }
    const stop = connectivity.subscribe(stopIfOffline)
    const finish = () => {
      stop()
      resolve()
    }
    work.then(finish, finish)
    stopIfOffline()
  })
}
/** Calls `listener` each time the server can be reached again. Returns the function that stops it. */
export function onBackOnline(listener: () => void): () => void {
  backOnlineListeners.add(listener)
  return () => backOnlineListeners.delete(listener)
}
/** Calls `listener` each time the server accepted the token of a call. Returns the function that stops it. */
export function onAdmitted(listener: () => void): () => void {
  admittedListeners.add(listener)
  return () => admittedListeners.delete(listener)
}

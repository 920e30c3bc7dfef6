import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Sign, setNetworkListener } from '#src/api/call.ts'
import { probe } from '#src/api/probe.ts'
import { PATIENCE_MS, patienceMs, setPatience } from '#src/api/silence.ts'
import { observed } from '#src/session/observed.ts'

export interface Connectivity {
  /** What the last calls showed; never the browser's word alone. */
  readonly online: boolean
  /** Since when, in milliseconds since 1970. */
  readonly since: number
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000
/** What was reached for less than this is no connection yet: it may be one call that breaks whenever it is made. */
const STEADY_MS = 3_000
/** Nobody waits longer for one that comes and goes. */
const MAX_WAIT_BETWEEN_MS = 8_000
/** For so long a connection that answered late is taken for a slow one. */
const SLOW_FOR_MS = 60_000

const connectivity = observed<Connectivity>({ online: true, since: Date.now() })
const backOnline = new Set<() => void>()
const admitted = new Set<() => void>()
let waited = FIRST_WAIT_MS
let timer: ReturnType<typeof setTimeout> | undefined
let probing: Promise<boolean> | null = null
/** When something of the server came in last, by the clock of `performance.now()`. */
let heardAt = Number.NEGATIVE_INFINITY
let slowTimer: ReturnType<typeof setTimeout> | undefined

function setOnline(online: boolean): void {
  if (connectivity.get().online === online) return
  connectivity.set({ online, since: Date.now() })
  onlineManager.setOnline(online)
  if (online) for (const listener of [...backOnline]) listener()
}

/** Half of the wait is random, so that a yard full of tablets does not knock at one moment. */
function probeLater(): void {
  if (timer !== undefined) return
  timer = setTimeout(
    () => {
      timer = undefined
      void probeNow()
    },
    waited / 2 + (Math.random() * waited) / 2,
  )
  waited = Math.min(waited * 2, MAX_WAIT_MS)
}

function reached(): void {
  heardAt = performance.now()
  clearTimeout(timer)
  timer = undefined
  setOnline(true)
}

function missed(): void {
  const { online, since } = connectivity.get()
  if (online) waited = Date.now() - since < STEADY_MS ? Math.min(waited, MAX_WAIT_BETWEEN_MS) : FIRST_WAIT_MS
  setOnline(false)
  probeLater()
}

/**
 * Something came in `afterMs` after it was asked for. Late, when the server had been given up for it: the connection is
 * slow, and is given more time for a while, or each of its answers would be taken for the end of an outage.
 */
function heard(afterMs: number): void {
  heardAt = performance.now()
  if (afterMs < PATIENCE_MS || (connectivity.get().online && patienceMs() === PATIENCE_MS)) return
  setPatience(afterMs)
  clearTimeout(slowTimer)
  slowTimer = setTimeout(() => setPatience(), SLOW_FOR_MS)
}

/** A little less than the whole counts: what another call was given at the moment this one was made is no news. */
const isSilent = () => performance.now() - heardAt >= patienceMs() * 0.9

/** Asks the server now whether it can be reached; all who ask meanwhile share the answer. */
export function probeNow(): Promise<boolean> {
  probing ??= probe((tookMs) => {
    heard(tookMs)
    reached()
  })
    .then((answer) => {
      if (answer === 'there') reached()
      else if (answer === 'not_there' || isSilent()) missed()
      return answer === 'there'
    })
    .finally(() => {
      probing = null
    })
  return probing
}

/** One slow or odd answer does not make a person offline: that is asked first. Silence does, if nothing else is heard. */
function take(sign: Sign, afterMs = 0): void {
  if (sign === 'admitted') for (const listener of [...admitted]) listener()
  if (sign === 'admitted' || sign === 'reached') reached()
  else if (sign === 'heard') heard(afterMs)
  else if (sign === 'unreachable') missed()
  else if (sign === 'doubtful') void probeNow()
  else if (!connectivity.get().online) return
  else if (sign === 'suspect') void probeNow()
  else if (isSilent()) missed()
}

/** Starts to listen to calls and to the browser. Until the first call shows otherwise, the browser is believed. */
export function startConnectivity(): void {
  setNetworkListener(take)
  // Query would listen to the browser's own events, which say "online" on a Wi-Fi that leads nowhere.
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
/** Resolves as soon as the server can't be reached, or `work` is over, whichever it is and however it ends. */
export function whileOnline(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (connectivity.get().online) return
      stop()
      resolve()
    }
    const stop = connectivity.subscribe(look)
    const over = () => {
      stop()
      resolve()
    }
    work.then(over, over)
    look()
  })
}
/** Calls `listener` each time the server can be reached again; answers how to stop. */
export function onBackOnline(listener: () => void): () => void {
  backOnline.add(listener)
  return () => backOnline.delete(listener)
}
/** Calls `listener` each time the server has answered a call and taken its token for good; answers how to stop. */
export function onAdmitted(listener: () => void): () => void {
  admitted.add(listener)
  return () => admitted.delete(listener)
}

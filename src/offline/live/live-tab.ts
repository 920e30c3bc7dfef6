import { setLivePosition, setLiveState } from './live-state.ts'
import { keepListening, type LiveEvent, type StreamPorts } from './live-stream.ts'
import { inOneTab } from './one-tab.ts'

/**
 * Messages between tabs. The tab with the stream sends `news` with new events, and answers `ask` from a new tab with
 * the `recent` events.
 */
export type LiveMessage =
  | { readonly say: 'news' | 'recent'; readonly events: readonly LiveEvent[]; readonly position: string | null }
  | { readonly say: 'ask' }

export interface LiveTabPorts
  extends Pick<StreamPorts, 'credentials' | 'online' | 'onBackOnline' | 'probe' | 'pause' | 'random' | 'onBegin'> {
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>
  readonly isVisible: () => boolean
  /** Calls `listener` when the tab is shown or hidden. Returns the function that stops it. */
  readonly onVisibility: (listener: () => void) => () => void
  /** Runs `work` after a delay. Returns the function that cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** See `StreamPorts`. */
  readonly pastSeconds: () => number
  /** Receives events from this tab's stream (`hasStream`) or from another tab. */
  readonly receive: (events: readonly LiveEvent[], hasStream: boolean) => void
}

/** A tab that is hidden for this long gives up the stream. */
const HIDDEN_FOR_MS = 60_000
/** How long events are repeated to new tabs: a new tab has read its data some time before it starts listening. */
const RECENT_MS = 60_000
const MAX_RECENT = 200

/**
 * Shares a user's event stream between the tabs of a browser. One tab that is visible, or was less than a minute ago,
 * has the stream; all tabs receive its events. The next tab to have the stream continues at the same position.
 */
export class LiveTab {
  readonly #userId: string
  readonly #ports: LiveTabPorts
  readonly #unwatchVisibility: () => void
  #position: string | null = null
  #recent: { readonly at: number; readonly event: LiveEvent }[] = []
  #hasStream = false
  #isNew = true
  #listening: AbortController | null = null
  #cancelStop: (() => void) | null = null

  constructor(userId: string, ports: LiveTabPorts) {
    this.#userId = userId
    this.#ports = ports
    ports.channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => this.#receive(data)
    this.#post({ say: 'ask' })
    this.#unwatchVisibility = ports.onVisibility(() => this.#followVisibility())
    this.#followVisibility()
  }

  stop(): void {
    this.#unwatchVisibility()
    this.#cancelStop?.()
    this.#stopListening()
    setLivePosition(null)
    this.#ports.channel.close()
  }

  /** Reports to the other tabs that the user's rights have changed, so that they refetch the user. */
  announceAccess(): void {
    // Without a position of its own, this tab would reset the position of the others.
    if (this.#position === null) return
    this.#post({ say: 'news', events: [{ event: 'access', data: {} }], position: this.#position })
  }

  /** Opens the stream again: it sends rows by the rights that the user had when it was opened. */
  reconnect(): void {
    if (this.#listening === null) return
    this.#stopListening()
    this.#followVisibility()
  }

  #followVisibility(): void {
    this.#cancelStop?.()
    if (this.#ports.isVisible()) this.#startListening()
    else this.#cancelStop = this.#ports.after(HIDDEN_FOR_MS, () => this.#stopListening())
  }

  #startListening(): void {
    if (this.#listening !== null) return
    const control = new AbortController()
    this.#listening = control
    setLiveState('elsewhere')
    const listen = async (signal: AbortSignal) => {
      this.#hasStream = true
      await keepListening(this.#stream(), signal).finally(() => {
        // Without Web Locks, the next stream may have begun before this one ended.
        if (this.#listening === control || this.#listening === null) this.#hasStream = false
      })
    }
    void inOneTab(`events:${this.#userId}`, listen, control.signal).finally(() => {
      if (this.#listening === control) this.#stopListening()
    })
  }

  #stopListening(): void {
    this.#listening?.abort()
    this.#listening = null
    setLiveState('off')
  }

  #stream(): StreamPorts {
    return {
      ...this.#ports,
      lastEventId: () => this.#position,
      onEvents: (events, position) => {
        if (events.length === 0 && position === this.#position) return
        this.#post({ say: 'news', events, position })
        this.#applyEvents(events, position)
      },
    }
  }

  #receive(message: LiveMessage): void {
    if (message.say === 'ask') {
      if (this.#hasStream) this.#post({ say: 'recent', events: this.#recentEvents(), position: this.#position })
    } else if (message.say === 'news' || this.#isNew) {
      this.#applyEvents(message.events, message.position)
    }
  }

  #applyEvents(events: readonly LiveEvent[], position: string | null): void {
    this.#isNew = false
    this.#position = position
    setLivePosition(position)
    if (events.length === 0) return
    const now = Date.now()
    const recent = this.#recent.filter(({ at }) => now - at <= RECENT_MS)
    this.#recent = [...recent, ...events.map((event) => ({ at: now, event }))].slice(-MAX_RECENT)
    this.#ports.receive(events, this.#hasStream)
  }

  #recentEvents(): readonly LiveEvent[] {
    const now = Date.now()
    return this.#recent.flatMap(({ at, event }) => (now - at <= RECENT_MS ? [event] : []))
  }

  #post(message: LiveMessage): void {
    this.#ports.channel.postMessage(message)
  }
}

import { setLivePosition, setLiveState } from './live-state.ts'
import { keepListening, type LiveEvent, type StreamPorts } from './live-stream.ts'
import { inOneTab } from './one-tab.ts'

/** What the tab that has the stream tells the others: what it hears, and to one that asks, what it heard just before. */
export type LiveMessage =
  | { readonly say: 'news' | 'recent'; readonly events: readonly LiveEvent[]; readonly position: string | null }
  | { readonly say: 'ask' }

export interface LiveTabPorts
  extends Pick<StreamPorts, 'credentials' | 'online' | 'onBackOnline' | 'probe' | 'pause' | 'random'> {
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>
  readonly isVisible: () => boolean
  /** Calls `listener` when the tab is shown or hidden; answers how to stop. */
  readonly onVisibility: (listener: () => void) => () => void
  /** Does `work` after so many milliseconds; answers how to stop that. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  readonly pastSeconds: () => number
  /** What was heard, by this tab or another. `hasStream`: it was this one. */
  readonly hear: (events: readonly LiveEvent[], hasStream: boolean) => void
}

/** A tab that nobody has looked at for so long needs no stream. */
const HIDDEN_FOR_MS = 60_000
/** A tab begins to listen a while after it has read what it shows. */
const RECENT_MS = 60_000
const MAX_RECENT = 200

/**
 * One person's share in the stream of events: one tab of the browser has it (of those that somebody looks at, or did a
 * minute ago), all hear it, and whichever comes next goes on where it stopped.
 */
export class LiveTab {
  readonly #userId: string
  readonly #ports: LiveTabPorts
  readonly #stopLooking: () => void
  #position: string | null = null
  #recent: { readonly at: number; readonly event: LiveEvent }[] = []
  #hasStream = false
  #isNew = true
  #wanted: AbortController | null = null
  #stopGoing: (() => void) | null = null

  constructor(userId: string, ports: LiveTabPorts) {
    this.#userId = userId
    this.#ports = ports
    ports.channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => this.#receive(data)
    this.#post({ say: 'ask' })
    this.#stopLooking = ports.onVisibility(() => this.#look())
    this.#look()
  }

  stop(): void {
    this.#stopLooking()
    this.#stopGoing?.()
    this.#leave()
    setLivePosition(null)
    this.#ports.channel.close()
  }

  /** Tells the other tabs that the person's rights have changed: they ask what they are now. */
  tellAccess(): void {
    // A tab that has heard nothing yet must not take the others back to the beginning.
    if (this.#position === null) return
    this.#post({ say: 'news', events: [{ event: 'access', data: {} }], position: this.#position })
  }

  #look(): void {
    this.#stopGoing?.()
    if (this.#ports.isVisible()) this.#want()
    else this.#stopGoing = this.#ports.after(HIDDEN_FOR_MS, () => this.#leave())
  }

  #want(): void {
    if (this.#wanted !== null) return
    const control = new AbortController()
    this.#wanted = control
    setLiveState('elsewhere')
    const listen = async (signal: AbortSignal) => {
      this.#hasStream = true
      await keepListening(this.#stream(), signal).finally(() => {
        this.#hasStream = false
      })
    }
    void inOneTab(`events:${this.#userId}`, listen, control.signal).finally(() => {
      if (this.#wanted === control) this.#leave()
    })
  }

  #leave(): void {
    this.#wanted?.abort()
    this.#wanted = null
    setLiveState('off')
  }

  #stream(): StreamPorts {
    return {
      ...this.#ports,
      lastEventId: () => this.#position,
      onEvents: (events, position) => {
        if (events.length === 0 && position === this.#position) return
        this.#post({ say: 'news', events, position })
        this.#take(events, position)
      },
    }
  }

  #receive(message: LiveMessage): void {
    if (message.say === 'ask') {
      if (this.#hasStream) this.#post({ say: 'recent', events: this.#lately(), position: this.#position })
    } else if (message.say === 'news' || this.#isNew) {
      this.#take(message.events, message.position)
    }
  }

  #take(events: readonly LiveEvent[], position: string | null): void {
    this.#isNew = false
    this.#position = position
    setLivePosition(position)
    if (events.length === 0) return
    this.#recent = [...this.#recent, ...events.map((event) => ({ at: Date.now(), event }))].slice(-MAX_RECENT)
    this.#ports.hear(events, this.#hasStream)
  }

  #lately(): readonly LiveEvent[] {
    const now = Date.now()
    return this.#recent.flatMap(({ at, event }) => (now - at <= RECENT_MS ? [event] : []))
  }

  #post(message: LiveMessage): void {
    this.#ports.channel.postMessage(message)
  }
}

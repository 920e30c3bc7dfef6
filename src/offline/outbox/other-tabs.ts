import { leaveToNextSignal } from './leave-to-next-signal.ts'
import type { OutboxPorts } from './ports.ts'
import type { Replay } from './send/replay.ts'
import type { Memory } from './show/memory.ts'

/** Keeps this tab and the others in step: what one of them changes on disk, all read. */
export class OtherTabs {
  readonly #ports: Pick<OutboxPorts, 'channel' | 'onRows'>
  readonly #memory: Memory

  constructor(ports: Pick<OutboxPorts, 'channel' | 'onRows'>, memory: Memory) {
    this.#ports = ports
    this.#memory = memory
  }

  /** Notifies other tabs of the changed entries and reads them in this tab. */
  readonly announce = async (seqs: readonly number[]): Promise<void> => {
    if (seqs.length === 0) return
    this.#ports.channel.post({ say: 'changed', seqs })
    await this.#memory.refresh(seqs)
  }
  /** Like `announce`, when the changed entries are unknown. */
  readonly announceAll = (): Promise<void> => {
    this.#ports.channel.post({ say: 'reload' })
    return this.#memory.load()
  }
  /** Shows the rows that came with the response to these entries, in all tabs. See `OutboxPorts.onRows`. */
  readonly takeRows = (ids: readonly string[], rows: unknown): void => {
    this.#ports.channel.post({ say: 'rows', ids, rows })
    this.#ports.onRows(ids, rows)
  }
  /** Follows what other tabs announce. */
  follow(replay: Pick<Replay, 'pause' | 'kick'>): void {
    this.#ports.channel.listen((message) => {
      if (message.say === 'pause') {
        replay.pause(message.until)
        return
      }
      if (message.say === 'rows') {
        this.#ports.onRows(message.ids, message.rows)
        return
      }
      const read = message.say === 'changed' ? this.#memory.refresh(message.seqs) : this.#memory.load()
      read.then(replay.kick).catch(leaveToNextSignal)
    })
  }
}

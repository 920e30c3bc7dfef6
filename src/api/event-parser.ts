/** One event of a stream, unparsed. */
export interface ServerEvent {
  readonly event: string
  readonly data: string
}

/**
 * Reads a text/event-stream as the HTML standard describes it, split into pieces of any size. A block that is
 * unfinished when the stream ends is not an event.
 */
export class EventParser {
  /** Where to resume after a break; null until the server has sent an id. */
  lastEventId: string | null = null
  /** How long the server asks to wait before reconnecting, in milliseconds; null until the server has sent it. */
  retryMs: number | null = null
  #rest = ''
  #isFirst = true
  #event = ''
  #data: string[] = []

  /** The events that this piece completes, in order. */
  take(piece: string): readonly ServerEvent[] {
    const text = this.#rest + (this.#isFirst ? piece.replace(/^\uFEFF/, '') : piece)
    this.#isFirst &&= piece === ''
    // A carriage return at the end may be half of a line ending: the next piece decides.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(/\r\n|\n|\r/)
    this.#rest = (lines.pop() ?? '') + text.slice(end)
    return lines.flatMap((line) => (line === '' ? this.#finished() : this.#field(line)))
  }

  #finished(): readonly ServerEvent[] {
    const done = this.#data.length === 0 ? [] : [{ event: this.#event || 'message', data: this.#data.join('\n') }]
    this.#event = ''
    this.#data = []
    return done
  }

  #field(line: string): readonly ServerEvent[] {
    const [, name = line, value = ''] = /^([^:]*): ?(.*)$/s.exec(line) ?? []
    if (name === 'event') this.#event = value
    else if (name === 'data') this.#data.push(value)
    else if (name === 'id' && !value.includes('\0')) this.lastEventId = value
    else if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value)
    return []
  }
}

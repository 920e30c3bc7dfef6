import type { EventOf } from '#contract/wire/endpoint.ts'
import type { eventEndpoints } from '#contract/wire/events.ts'
import { EventParser } from '#src/api/event-parser.ts'
import type { Colleague } from './colleagues.ts'

type LiveEvent = EventOf<typeof eventEndpoints.stream>
export type RowsData = Extract<LiveEvent, { readonly event: 'rows' }>['data']

/** Listens to the event stream as a device does. Resolves when the stream has begun, with a function that ends it. */
export async function listenForRows(
  { origin, headers }: Colleague,
  onRows: (data: RowsData, bytes: number) => void,
): Promise<() => void> {
  const over = new AbortController()
  const answer = await fetch(`${origin}/api/events/?rows=true`, { headers, signal: over.signal })
  if (!answer.ok || answer.body === null) throw new Error(`the event stream was answered ${answer.status}`)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  const parser = new EventParser()
  const read = async () => {
    const { done, value = '' } = await reader.read()
    for (const { event, data } of parser.take(value))
      if (event === 'rows') onRows(JSON.parse(data) as RowsData, data.length)
    return !done
  }
  await read()
  const readAll = async () => {
    while (await read());
    throw new Error('the server ended an event stream')
  }
  readAll().catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  return () => over.abort()
}

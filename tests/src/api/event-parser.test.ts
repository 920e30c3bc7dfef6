import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventParser } from '#src/api/event-parser.ts'

const STREAM =
  '\uFEFFretry: 2000\n\n: a comment\n\nevent: change\ndata: {"area":"drivers"}\n\n' +
  'event: change\r\ndata: {"area":"trucks"}\r\n\r\nid: 41\r\n\r\ndata: two\rdata:  lines\r\rdata\n\nid: 4\0 2\nunknown: field\nevent: lost\n\nretry: soon\n\ndata: cut off\n'

const READ = {
  events: [
    { event: 'change', data: '{"area":"drivers"}' },
    { event: 'change', data: '{"area":"trucks"}' },
    { event: 'message', data: 'two\n lines' },
    { event: 'message', data: '' },
  ],
  lastEventId: '41',
  retryMs: 2000,
}

function read(pieces: readonly string[]) {
  const parser = new EventParser()
  const events = pieces.flatMap((piece) => [...parser.take(piece)])
  return { events, lastEventId: parser.lastEventId, retryMs: parser.retryMs }
}

test('reads fields, comments and every kind of line end, and ignores an incomplete last block', () => {
  expect(read([STREAM])).toEqual(READ)
})

test('reads the same events no matter how the network splits the stream', () => {
  expect(read([...STREAM])).toEqual(READ)
  const cuts = fc.array(fc.nat(STREAM.length), { maxLength: 12 })
  fc.assert(
    fc.property(cuts, (at) => {
      const sorted = [0, ...at.sort((a, b) => a - b), STREAM.length]
      const pieces = sorted.slice(1).map((end, n) => STREAM.slice(sorted[n], end))
      expect(read(pieces)).toEqual(READ)
    }),
  )
})

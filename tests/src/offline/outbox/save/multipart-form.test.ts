import { describe, expect, test } from 'vitest'
import { inspectionChanges } from '#contract/maintenance/inspection-changes.ts'
import { userChanges } from '#contract/people/user-changes.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { AnyCommand } from '#src/offline/command.ts'
import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import { filesOf } from '#src/offline/outbox/save/multipart-form.ts'
import type { FileBytes } from '#src/offline/outbox/save/stored-files.ts'
import { mustSendFilesInForm } from '#src/offline/outbox/send/outcome.ts'
import { httpTransport, type Send } from '#src/offline/outbox/send/transport.ts'
import { anEntry } from '#tests/support/offline/offline-entry.ts'
import { tokenFor } from '#tests/support/offline/offline-run.ts'
import { changeThing } from '#tests/support/offline/offline-things.ts'

const file = { id: 'f1', field: 'photo', name: 'nadia.jpg', type: 'image/jpeg', size: 3 }
const photo: FileBytes = { file, bytes: new Blob(['jpg'], { type: file.type }) }
const body = { role: 'driver', first_name: 'Nadia', photo: { upload: 'f1' } }
const entry = anEntry({ request: { body }, files: [file] })
const responseOf = (status: number) => ({ kind: 'answer', status, reply: null, retryAfterMs: null }) as const

/** Sends an entry to a host that accepts JSON or only forms. Returns the result and the request bodies. */
async function sendTo(takesJson: boolean, outgoing: OutboxEntry, files?: readonly FileBytes[]) {
  const bodies: unknown[] = []
  const send: Send = async (_endpoint, { body: sent }) => {
    bodies.push(sent)
    if (!takesJson && !(sent instanceof FormData)) throw new ApiError('status', { status: 415 })
    return { data: {}, status: 201 }
  }
  const session = {
    user: () => '7',
    token: () => tokenFor('7', 'one'),
    refresh: () => Promise.resolve('refused' as const),
  }
  const command = { ...changeThing, endpoint: userChanges.create } as unknown as AnyCommand
  const facts = await httpTransport(session, send).send(outgoing, command, new AbortController().signal, files)
  return { facts, bodies }
}
const formParts = async (form: unknown) => {
  if (!(form instanceof FormData)) throw new Error('no form was sent')
  const parts = [...form].map(([name, part]) => [name, part instanceof File ? part.name : JSON.parse(part)])
  return Object.fromEntries(parts)
}

describe('a host without uploads', () => {
  test('is recognized by its response to the first part, for endpoints that accept a form', () => {
    for (const status of [404, 405, 501]) expect(mustSendFilesInForm(responseOf(status), userChanges.create)).toBe(true)
    expect(mustSendFilesInForm(responseOf(404), inspectionChanges.create)).toBe(true)
    for (const status of [400, 401, 410, 500])
      expect(mustSendFilesInForm(responseOf(status), userChanges.create)).toBe(false)
    expect(mustSendFilesInForm({ kind: 'network' }, userChanges.create)).toBe(false)
    expect(mustSendFilesInForm(responseOf(404), changeThing.endpoint)).toBe(false)
  })

  test('receives a change with its files in one form, which names no upload', async () => {
    const { facts, bodies } = await sendTo(false, entry, [photo])
    expect(facts).toMatchObject({ kind: 'answer', status: 201 })
    expect(bodies).toHaveLength(1)
    expect(await formParts(bodies[0])).toEqual({ data: { role: 'driver', first_name: 'Nadia' }, photo: 'nadia.jpg' })
  })

  test('needs every file: a file that is gone from this device gives status 410 instead', async () => {
    const ports = {
      store: { read: () => Promise.resolve(undefined) },
      mirror: { readFile: () => Promise.resolve(null) },
    }
    expect(await filesOf(ports as never, entry)).toMatchObject({ kind: 'answer', status: 410 })
  })
})

describe('a host that accepts only forms', () => {
  const plain = anEntry({ request: { body: { role: 'driver' } } })

  test('receives a change as a form after it refused JSON', async () => {
    const { facts, bodies } = await sendTo(false, plain)
    expect(facts).toMatchObject({ kind: 'answer', status: 201 })
    expect(await formParts(bodies.at(-1))).toEqual({ data: { role: 'driver' } })
  })

  test('differs from a host that accepts JSON, which receives only JSON', async () => {
    const { bodies } = await sendTo(true, plain)
    expect(bodies).toEqual([{ role: 'driver' }])
  })
})

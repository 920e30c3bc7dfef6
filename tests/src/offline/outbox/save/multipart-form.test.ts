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
const answered = (status: number) => ({ kind: 'answer', status, reply: null, retryAfterMs: null }) as const

/** What is sent of an entry to a host that takes JSON or not. */
async function sentTo(takesJson: boolean, of: OutboxEntry, files?: readonly FileBytes[]) {
  const bodies: unknown[] = []
  const send: Send = async (_endpoint, { body: sent }) => {
    bodies.push(sent)
    if (!takesJson && !(sent instanceof FormData)) throw new ApiError('status', { status: 415 })
    return { data: {}, status: 201 }
  }
  const who = { user: () => '7', token: () => tokenFor('7', 'one'), refresh: () => Promise.resolve('refused' as const) }
  const command = { ...changeThing, endpoint: userChanges.create } as unknown as AnyCommand
  const facts = await httpTransport(who, send).send(of, command, new AbortController().signal, files)
  return { facts, bodies }
}
const told = async (form: unknown) => {
  if (!(form instanceof FormData)) throw new Error('no form was sent')
  const parts = [...form].map(([name, part]) => [name, part instanceof File ? part.name : JSON.parse(part)])
  return Object.fromEntries(parts)
}

describe('a host without uploads', () => {
  test('is known by its answer to the first part of one, for changes that may come as a form', () => {
    for (const status of [404, 405, 501]) expect(mustSendFilesInForm(answered(status), userChanges.create)).toBe(true)
    expect(mustSendFilesInForm(answered(404), inspectionChanges.create)).toBe(true)
    for (const status of [400, 401, 410, 500])
      expect(mustSendFilesInForm(answered(status), userChanges.create)).toBe(false)
    expect(mustSendFilesInForm({ kind: 'network' }, userChanges.create)).toBe(false)
    expect(mustSendFilesInForm(answered(404), changeThing.endpoint)).toBe(false)
  })

  test('gets a change with its files in one form, which names no upload', async () => {
    const { facts, bodies } = await sentTo(false, entry, [photo])
    expect(facts).toMatchObject({ kind: 'answer', status: 201 })
    expect(bodies).toHaveLength(1)
    expect(await told(bodies[0])).toEqual({ data: { role: 'driver', first_name: 'Nadia' }, photo: 'nadia.jpg' })
  })

  test('hears of a file that is gone from the device that it is, and nothing else', async () => {
    const ports = {
      store: { read: () => Promise.resolve(undefined) },
      mirror: { readFile: () => Promise.resolve(null) },
    }
    expect(await filesOf(ports as never, entry)).toMatchObject({ kind: 'answer', status: 410 })
  })
})

describe('a host that takes forms alone', () => {
  const plain = anEntry({ request: { body: { role: 'driver' } } })

  test('gets a change as a form once it has refused JSON', async () => {
    const { facts, bodies } = await sentTo(false, plain)
    expect(facts).toMatchObject({ kind: 'answer', status: 201 })
    expect(await told(bodies.at(-1))).toEqual({ data: { role: 'driver' } })
  })

  test('is not taken for one that takes JSON: our own server gets just that', async () => {
    const { bodies } = await sentTo(true, plain)
    expect(bodies).toEqual([{ role: 'driver' }])
  })
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localFiles } from '#server/providers/files/local/local-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haulyard-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('files are stored under a name, replaced, read, and removed with their folder', async () => {
  const files = localFiles(join(folder, 'files'))
  expect([await files.read('kept/ab/one'), await files.open('kept/ab/one')]).toEqual([null, null])
  await files.store('kept/ab/one', Buffer.from('first'))
  await files.store('kept/ab/one', Buffer.from('second thought'))
  await files.store('kept/ab/two', Buffer.from('2'))
  expect(String(await files.read('kept/ab/one'))).toBe('second thought')
  const opened = await files.open('kept/ab/one')
  expect([opened?.size, await files.sizeOf('kept/ab/one'), await files.sizeOf('kept/ab/three')]).toEqual([14, 14, null])
  expect(String(await buffer(opened!.stream))).toBe('second thought')
  expect((await readdir(join(folder, 'files/kept/ab'))).sort()).toEqual(['one', 'two'])
  await files.remove('kept/ab/one')
  await files.remove('kept')
  await files.remove('kept')
  expect(await files.read('kept/ab/two')).toBeNull()
})

test('a name cannot lead out of the folder', async () => {
  const files = localFiles(folder)
  for (const name of ['../secret', '/etc/passwd', 'a/../../b', 'a//b', 'a.b', '', 'A']) {
    await expect(files.store(name, Buffer.from('x')), name).rejects.toThrow('no name of a file')
    expect(() => files.read(name)).toThrow('no name of a file')
  }
})

test('parallel writes under one name leave one complete file', async () => {
  const files = localFiles(folder)
  const texts = Array.from({ length: 12 }, (_, n) => `${n}`.repeat(50_000))
  await Promise.all(texts.map((text) => files.store('race/one', Buffer.from(text))))
  expect(texts).toContain(String(await files.read('race/one')))
  expect(await readdir(join(folder, 'race'))).toEqual(['one'])
})

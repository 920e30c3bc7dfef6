import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeEmbedded } from '#tests/support/embedded-snapshot.ts'
import { eventually } from '#tests/support/eventually.ts'
import { freePort, portOf, startServer } from '#tests/support/server/server-process.ts'

let folder = ''
let dataDir = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'haulyard-mail-'))
  dataDir = join(folder, 'data')
  await placeEmbedded(dataDir)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a reset mail is stored in the data folder, its link is printed for the operator, and the link sets a password', async () => {
  const server = startServer({ PORT: '0', DATA_DIR: dataDir, DEMO_DRIVERS: '6' })
  const url = `http://127.0.0.1:${await portOf(server)}`
  const post = (path: string, body: object) =>
    fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const email = 'dispatcher@haulyard.example'
  expect((await post('users/users/reset_password/', { email })).status).toBe(204)
  await expect.poll(server.output, { timeout: 20_000 }).toContain('/new-password#')
  const link = new URL(/^ {2}(http\S+\/new-password\S+)$/m.exec(server.output())?.[1] ?? 'none:')
  expect(link.origin).toBe(url)
  const mails = readdirSync(join(dataDir, 'mail'))
  expect(mails.map((name) => name.slice(-4)).sort()).toEqual(['.eml', '.txt'])
  const readable = mails.find((name) => name.endsWith('.txt')) ?? ''
  expect(readFileSync(join(dataDir, 'mail', readable), 'utf8')).toContain(`\n${link.href}\n`)
  const password = 'gravel-and-diesel'
  const reset = {
    ...Object.fromEntries(new URLSearchParams(link.hash.slice(1))),
    new_password: password,
    re_new_password: password,
  }
  expect((await post('users/users/reset_password_confirm/', reset)).status).toBe(204)
  expect((await post('auth/jwt/create/', { email, password })).status).toBe(200)
  expect((await post('users/users/reset_password_confirm/', reset)).status).toBe(400)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.errors()).toBe('')
})

test('in production a reset mail is stored in the folder too, and its link is not printed', async () => {
  const port = await freePort()
  const server = startServer({
    NODE_ENV: 'production',
    EMBEDDED_DATABASE: 'allow',
    DEMO: 'on',
    MAIL: 'folder',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'info',
    PORT: `${port}`,
    DATA_DIR: dataDir,
  })
  const before = new Set(readdirSync(join(dataDir, 'mail')))
  await portOf(server)
  await fetch(`http://127.0.0.1:${port}/api/users/users/reset_password/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@haulyard.example' }),
  })
  // While a mail is written, its file name begins with a dot.
  const isNew = (name: string) => name.endsWith('.txt') && !name.startsWith('.') && !before.has(name)
  const mail = await eventually(() => {
    const [name] = readdirSync(join(dataDir, 'mail')).filter(isNew)
    return readFileSync(join(dataDir, 'mail', name ?? 'none yet'), 'utf8')
  })
  expect(mail).toContain('/new-password#')
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output()).toContain('reset_asked')
  expect(server.output() + server.errors()).not.toContain('new-password')
})

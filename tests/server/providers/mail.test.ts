import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailFolder } from '#server/providers/mail/folder/mail-folder.ts'
import { MailNotSent, type Message } from '#server/providers/mail/mail.ts'
import { smtpMail } from '#server/providers/mail/smtp/smtp-mail.ts'

const FROM = 'Haulyard <no-reply@yard.example>'
const LINK = `https://yard.example/new-password?uid=7&token=${'t'.repeat(120)}`
const MESSAGE: Message = {
  to: { name: 'José Núñez', address: 'jose@haulyard.example' },
  subject: 'Set a new Haulyard password',
  text: `Hello José,\n\n${LINK}`,
  html: `<p>Hello José</p><a href="${LINK}">Set</a>`,
  link: LINK,
}
let folder = ''
let said: string[]
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'haulyard-mail-')), 'mail')
  said = []
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const clock = () => new Date('2026-11-21T15:00:00.000Z')
const toFolder = () => mailFolder({ folder, from: FROM, clock, print: (line) => void said.push(line) })
const files = () => readdirSync(folder).sort()
const written = (ending: string) =>
  files()
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
/** The headers of a mail, with what is folded put together. */
const headersOf = (eml: string) => (eml.split('\r\n\r\n', 1)[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')

test('without a mail server a mail lies in a folder, for its owner alone, with a copy that can be read', async () => {
  await toFolder().send(MESSAGE)
  expect(files()).toEqual([
    expect.stringMatching(/^20261121T150000\.000Z-000001-\w{6}\.eml$/),
    expect.stringMatching(/^20261121T150000\.000Z-000001-\w{6}\.txt$/),
  ])
  const [text] = written('.txt')
  expect(text).toContain(`Hello José,\n\n${LINK}\n`)
  expect(text).toContain('To: José Núñez <jose@haulyard.example>\n')
  if (process.platform === 'win32') return
  for (const name of files()) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('the operator is told the link, whole', async () => {
  await toFolder().send(MESSAGE)
  expect(said).toHaveLength(1)
  expect(said[0]?.split('\n')).toContain(`  ${LINK}`)
  expect(said[0]).not.toContain('jose@')
})

test('the mail has a text and an HTML part', async () => {
  await toFolder().send(MESSAGE)
  const [eml = ''] = written('.eml')
  expect(eml).toContain('multipart/alternative')
  expect(eml).toContain('text/plain; charset=utf-8')
  expect(eml).toContain('text/html; charset=utf-8')
  expect(headersOf(eml)).toContain(`From: ${FROM}`)
  expect(headersOf(eml)).toContain('Auto-Submitted: auto-generated')
})

test('mails of more than thirty days ago are removed, and nothing else that lies there', async () => {
  const at = (instant: string) =>
    mailFolder({ folder, from: FROM, clock: () => new Date(instant), print: () => undefined }).send(MESSAGE)
  await at('2026-10-21T12:00:00Z')
  await at('2026-10-22T12:00:00Z')
  writeFileSync(join(folder, 'notes.txt'), 'of the operator')
  await at('2026-11-21T12:00:00Z')
  expect(files().map((name) => name.split('T')[0])).toEqual([
    ...['20261022', '20261022', '20261121', '20261121', 'notes.txt'],
  ])
})

test('mails of one moment keep their order', async () => {
  const mail = toFolder()
  for (const subject of ['one', 'two', 'three']) await mail.send({ ...MESSAGE, subject })
  expect(written('.txt').map((text) => /Subject: (.*)/.exec(text)?.[1])).toEqual(['one', 'two', 'three'])
})

test.each([
  'Ruth\r\nBcc: thief@evil.example',
  'Ruth\nBcc: thief@evil.example\n\nAnother body',
  'Ruth\rBcc: thief@evil.example',
  'Ruth\u2028Bcc: thief@evil.example',
  'Ruth" <thief@evil.example>, "',
  'Ruth <thief@evil.example>',
  'Ruth, thief@evil.example',
  '=?utf-8?Q?Ruth=0D=0ABcc:_thief@evil.example?=',
])('the name %o adds no header and no recipient', async (name) => {
  await toFolder().send({ ...MESSAGE, to: { ...MESSAGE.to, name }, subject: `For ${name}` })
  const [eml = ''] = written('.eml')
  const headers = headersOf(eml)
  expect(headers.filter((line) => /^(bcc|cc):/i.test(line))).toEqual([])
  expect(headers.filter((line) => /^to:/i.test(line))).toHaveLength(1)
  expect(headers.find((line) => /^to:/i.test(line))).toMatch(/ <?jose@haulyard\.example>?$/)
  expect(written('.txt')[0]?.split('\n\n')[0]?.split('\n')).toHaveLength(3)
})

test.each([
  'jose@haulyard.example\r\nBcc: thief@evil.example',
  'jose@haulyard.example, thief@evil.example',
  'jose@haulyard.example>, <thief@evil.example',
  'jose',
  '',
])('the address %o is refused, and not repeated', async (address) => {
  const sending = toFolder().send({ ...MESSAGE, to: { name: 'José', address } })
  await expect(sending).rejects.toMatchObject({ name: 'MailNotSent', code: 'EADDRESS' })
  await expect(sending).rejects.not.toThrow('thief')
})

/** A mail server that takes everything, or answers `RCPT` with `recipient`; what it was told, line by line. */
async function mailServer(recipient = '250 OK', host = '127.0.0.1') {
  const told: string[] = []
  const answers: Readonly<Record<string, string>> = {
    EHLO: '250-yard\r\n250 AUTH PLAIN',
    AUTH: '235 OK',
    STARTTLS: '454 TLS is not to be had',
    RCPT: recipient,
    DATA: '354 Go on',
    QUIT: '221 Bye',
  }
  const server: Server = createServer((socket) => {
    let rest = ''
    let isData = false
    socket.on('error', () => undefined)
    socket.write('220 yard ESMTP\r\n')
    socket.setEncoding('utf8').on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        told.push(line)
        if (isData && line !== '.') continue
        const command = line.split(' ', 1)[0] ?? ''
        socket.write(`${isData ? '250 OK' : (answers[command] ?? '250 OK')}\r\n`)
        isData = command === 'DATA' && !isData
      }
    })
  }).listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  const at = (account = '') => `smtp://${account}${host}:${typeof address === 'object' ? address?.port : 0}`
  return { server, url: at(), at, told }
}

// Every address of this machine, reached by one that is no loopback; Windows does not connect to it.
test.skipIf(process.platform === 'win32')(
  'a mail, and a password for it, goes to another machine encrypted or not at all (not on Windows)',
  async () => {
    const { server, at, told } = await mailServer('250 OK', '0.0.0.0')
    for (const account of ['ruth:secret@', '']) {
      told.length = 0
      await expect(smtpMail({ url: at(account), from: FROM }).send(MESSAGE)).rejects.toBeInstanceOf(MailNotSent)
      expect(told).toContain('STARTTLS')
      expect(told.filter((line) => /^(?:AUTH|MAIL|DATA)/.test(line))).toEqual([])
      await smtpMail({ url: `${at(account)}?requireTLS=false`, from: FROM }).send(MESSAGE)
    }
    server.close()
  },
)

test('to a mail server on this machine a password goes as it is', async () => {
  const { server, at, told } = await mailServer()
  await smtpMail({ url: at('ruth:secret@'), from: FROM }).send(MESSAGE)
  expect(told.filter((line) => line.startsWith('AUTH'))).toHaveLength(1)
  server.close()
})

test('by SMTP a mail goes to its one recipient', async () => {
  const { server, url, told } = await mailServer()
  const to = { ...MESSAGE.to, name: 'José\r\nBcc: thief@evil.example' }
  await smtpMail({ url, from: FROM }).send({ ...MESSAGE, to })
  expect(told).toContain('MAIL FROM:<no-reply@yard.example>')
  expect(told.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<jose@haulyard.example>'])
  expect(told.filter((line) => /^bcc:/i.test(line))).toEqual([])
  server.close()
})

test('what a mail server refuses is told by its number, without the address', async () => {
  const { server, url } = await mailServer('550 5.1.1 <jose@haulyard.example>: no such user')
  const failure = await smtpMail({ url, from: FROM })
    .send(MESSAGE)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MailNotSent)
  expect(failure).toMatchObject({ code: 'EENVELOPE 550', isAddress: true })
  expect(inspect(failure)).not.toContain('jose')
  server.close()
})

test('a mail server that is not there, or says nothing until the sending is broken off', async () => {
  await expect(smtpMail({ url: 'smtp://127.0.0.1:1', from: FROM }).send(MESSAGE)).rejects.toMatchObject({
    code: 'ESOCKET',
  })
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const stop = new AbortController()
  const sending = smtpMail({ url, from: FROM }).send(MESSAGE, stop.signal)
  silent.once('connection', () => stop.abort())
  await expect(sending).rejects.toBeInstanceOf(MailNotSent)
  silent.close()
})

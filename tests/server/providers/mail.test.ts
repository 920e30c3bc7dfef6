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
let printed: string[]
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'haulyard-mail-')), 'mail')
  printed = []
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const clock = () => new Date('2026-11-21T15:00:00.000Z')
const folderMail = () => mailFolder({ folder, from: FROM, clock, print: (line) => void printed.push(line) })
const files = () => readdirSync(folder).sort()
const textsOf = (ending: string) =>
  files()
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
/** The headers of a mail, with folded lines joined. */
const headersOf = (eml: string) => (eml.split('\r\n\r\n', 1)[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')

test('without a mail server a mail is stored in a folder, readable by its owner only, with a plain-text copy', async () => {
  await folderMail().send(MESSAGE)
  expect(files()).toEqual([
    expect.stringMatching(/^20261121T150000\.000Z-000001-\w{6}\.eml$/),
    expect.stringMatching(/^20261121T150000\.000Z-000001-\w{6}\.txt$/),
  ])
  const [text] = textsOf('.txt')
  expect(text).toContain(`Hello José,\n\n${LINK}\n`)
  expect(text).toContain('To: José Núñez <jose@haulyard.example>\n')
  if (process.platform === 'win32') return
  for (const name of files()) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('the whole link is printed for the operator', async () => {
  await folderMail().send(MESSAGE)
  expect(printed).toHaveLength(1)
  expect(printed[0]?.split('\n')).toContain(`  ${LINK}`)
  expect(printed[0]).not.toContain('jose@')
})

test('the mail has a text and an HTML part', async () => {
  await folderMail().send(MESSAGE)
  const [eml = ''] = textsOf('.eml')
  expect(eml).toContain('multipart/alternative')
  expect(eml).toContain('text/plain; charset=utf-8')
  expect(eml).toContain('text/html; charset=utf-8')
  expect(headersOf(eml)).toContain(`From: ${FROM}`)
  expect(headersOf(eml)).toContain('Auto-Submitted: auto-generated')
})

test('mails older than thirty days are removed from the folder, other files stay', async () => {
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

test('mails written at the same moment keep their order', async () => {
  const mail = folderMail()
  for (const subject of ['one', 'two', 'three']) await mail.send({ ...MESSAGE, subject })
  expect(textsOf('.txt').map((text) => /Subject: (.*)/.exec(text)?.[1])).toEqual(['one', 'two', 'three'])
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
  await folderMail().send({ ...MESSAGE, to: { ...MESSAGE.to, name }, subject: `For ${name}` })
  const [eml = ''] = textsOf('.eml')
  const headers = headersOf(eml)
  expect(headers.filter((line) => /^(bcc|cc):/i.test(line))).toEqual([])
  expect(headers.filter((line) => /^to:/i.test(line))).toHaveLength(1)
  expect(headers.find((line) => /^to:/i.test(line))).toMatch(/ <?jose@haulyard\.example>?$/)
  expect(textsOf('.txt')[0]?.split('\n\n')[0]?.split('\n')).toHaveLength(3)
})

test.each([
  'jose@haulyard.example\r\nBcc: thief@evil.example',
  'jose@haulyard.example, thief@evil.example',
  'jose@haulyard.example>, <thief@evil.example',
  'jose',
  '',
])('the address %o is refused, and the error does not repeat it', async (address) => {
  const sending = folderMail().send({ ...MESSAGE, to: { name: 'José', address } })
  await expect(sending).rejects.toMatchObject({ name: 'MailNotSent', code: 'EADDRESS' })
  await expect(sending).rejects.not.toThrow('thief')
})

/** A mail server that answers `RCPT` with `recipient` and accepts everything else. `received`: its lines. */
async function mailServer(recipient = '250 OK', host = '127.0.0.1') {
  const received: string[] = []
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
        received.push(line)
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
  return { server, url: at(), at, received }
}

// 0.0.0.0 reaches this machine without being a loopback address. Windows does not connect to it.
test.skipIf(process.platform === 'win32')(
  'a mail and its password go to another machine only encrypted, unless the operator allows otherwise (not on Windows)',
  async () => {
    const { server, at, received } = await mailServer('250 OK', '0.0.0.0')
    for (const account of ['ruth:secret@', '']) {
      received.length = 0
      await expect(smtpMail({ url: at(account), from: FROM }).send(MESSAGE)).rejects.toBeInstanceOf(MailNotSent)
      expect(received).toContain('STARTTLS')
      expect(received.filter((line) => /^(?:AUTH|MAIL|DATA)/.test(line))).toEqual([])
      await smtpMail({ url: `${at(account)}?requireTLS=false`, from: FROM }).send(MESSAGE)
    }
    server.close()
  },
)

test('a mail server on this machine gets the password without encryption', async () => {
  const { server, at, received } = await mailServer()
  await smtpMail({ url: at('ruth:secret@'), from: FROM }).send(MESSAGE)
  expect(received.filter((line) => line.startsWith('AUTH'))).toHaveLength(1)
  server.close()
})

test('an SMTP mail goes to its one recipient only', async () => {
  const { server, url, received } = await mailServer()
  const to = { ...MESSAGE.to, name: 'José\r\nBcc: thief@evil.example' }
  await smtpMail({ url, from: FROM }).send({ ...MESSAGE, to })
  expect(received).toContain('MAIL FROM:<no-reply@yard.example>')
  expect(received.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<jose@haulyard.example>'])
  expect(received.filter((line) => /^bcc:/i.test(line))).toEqual([])
  server.close()
})

test('a refusal by the mail server is reported with its code, without the address', async () => {
  const { server, url } = await mailServer('550 5.1.1 <jose@haulyard.example>: no such user')
  const failure = await smtpMail({ url, from: FROM })
    .send(MESSAGE)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MailNotSent)
  expect(failure).toMatchObject({ code: 'EENVELOPE 550', isAddress: true })
  expect(inspect(failure)).not.toContain('jose')
  server.close()
})

test('sending fails if no mail server is there, or if the send is aborted while the server is silent', async () => {
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

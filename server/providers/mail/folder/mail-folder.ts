import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { asMail, oneLine } from '#server/providers/mail/envelope.ts'
import type { Mail, Message } from '#server/providers/mail/mail.ts'

interface MailFolder {
  readonly folder: string
  readonly from: string
  readonly clock: () => Date
  /** Tells the operator where the mail lies, and its link. */
  readonly say: (line: string) => void
}

/** So long mails lie there: who looks for one looks soon, and they say things of people. */
const KEPT_MS = 30 * 86_400_000

/** 20261123T120000.000Z, by which the names of mails begin: they sort by time. */
const stamp = (at: Date) => at.toISOString().replaceAll(/[-:]/g, '')

/** The text as people read it: in the `.eml` a long link breaks across lines. */
const readable = ({ to, subject, text }: Message, from: string) =>
  `From: ${from}\nTo: ${oneLine(to.name)} <${to.address}>\nSubject: ${oneLine(subject)}\n\n${text}\n`

/**
 * Stands in for a mail server: each mail is an `.eml` in a folder, with a decoded `.txt` beside it that comes last, for
 * the owner's eyes alone. Those of more than 30 days ago are removed.
 */
export function mailFolder({ folder, from, clock, say }: MailFolder): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true })
  let count = 0
  const write = async (name: string, content: string | Buffer) => {
    // Beside its place and then into it: whoever watches the folder never reads half of it.
    const draft = join(folder, `.${name}`)
    await writeFile(draft, content, { mode: 0o600, flag: 'wx' })
    await rename(draft, join(folder, name))
  }
  const removeOld = async (now: Date) => {
    const oldest = stamp(new Date(now.getTime() - KEPT_MS))
    const old = (await readdir(folder)).filter((name) => /^\.?\d{8}T/.test(name) && name.replace('.', '') < oldest)
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
  }
  return {
    async send(message) {
      const { message: eml } = await transport.sendMail(asMail(message, from))
      const now = clock()
      // The count keeps the order within a millisecond, the random end two processes apart.
      const name = `${stamp(now)}-${String(++count).padStart(6, '0')}-${randomBytes(3).toString('hex')}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeOld(now)
      await write(`${name}.eml`, eml as Buffer)
      await write(`${name}.txt`, readable(message, from))
      say(`Mail "${oneLine(message.subject)}" lies in ${join(folder, `${name}.txt`)}. Its link:\n  ${message.link}`)
    },
  }
}

import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { oneLine, toMailOptions } from '#server/providers/mail/envelope.ts'
import type { Mail, Message } from '#server/providers/mail/mail.ts'

interface MailFolder {
  readonly folder: string
  readonly from: string
  readonly clock: () => Date
  /** Shows the operator the path of the mail and its link. */
  readonly print: (line: string) => void
}

/** Mails are deleted after 30 days: they are needed only briefly, and they contain personal data. */
const KEPT_MS = 30 * 86_400_000

/** The beginning of a mail's file name, such as `20261123T120000.000Z`, so that names sort by time. */
const stamp = (at: Date) => at.toISOString().replaceAll(/[-:]/g, '')

/** The readable `.txt` form: in the `.eml`, a long link breaks across lines. */
const readable = ({ to, subject, text }: Message, from: string) =>
  `From: ${from}\nTo: ${oneLine(to.name)} <${to.address}>\nSubject: ${oneLine(subject)}\n\n${text}\n`

/**
 * Replaces a mail server: writes each mail as an `.eml` file to a folder, followed by a decoded `.txt` file. Only the
 * owner of the folder can read them. Mails older than 30 days are deleted.
 */
export function mailFolder({ folder, from, clock, print }: MailFolder): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true })
  let count = 0
  const write = async (name: string, content: string | Buffer) => {
    // Written under a draft name and then renamed, so that no program that watches the folder reads a partial file.
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
      const { message: eml } = await transport.sendMail(toMailOptions(message, from))
      const now = clock()
      // The counter keeps the order within a millisecond. The random suffix distinguishes processes.
      const name = `${stamp(now)}-${String(++count).padStart(6, '0')}-${randomBytes(3).toString('hex')}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeOld(now)
      await write(`${name}.eml`, eml as Buffer)
      await write(`${name}.txt`, readable(message, from))
      print(`Mail "${oneLine(message.subject)}" lies in ${join(folder, `${name}.txt`)}. Its link:\n  ${message.link}`)
    },
  }
}

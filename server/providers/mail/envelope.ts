import type { SendMailOptions } from 'nodemailer'
import { MailNotSent, type Message } from './mail.ts'

/** Exactly one address, without characters that could end a header or add a second recipient. */
const ADDRESS = /^[^\s\p{C}<>,;:"()[\]\\@]+@[^\s\p{C}<>,;:"()[\]\\@]+$/u

/** A text for a header: on one line, without invisible characters. */
export const oneLine = (text: string): string => text.replace(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** The message in nodemailer's form. Throws `MailNotSent` when the address is not exactly one address. */
export function toMailOptions({ to, subject, text, html }: Message, from: string): SendMailOptions {
  if (!ADDRESS.test(to.address)) throw new MailNotSent('EADDRESS', { isAddress: true })
  return {
    from,
    to: { name: oneLine(to.name), address: to.address },
    subject: oneLine(subject),
    text,
    html,
    // Prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

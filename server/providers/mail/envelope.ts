import type { SendMailOptions } from 'nodemailer'
import { MailNotSent, type Message } from './mail.ts'

/** One address and nothing else: what could end a header, or add a second recipient, is not in it. */
const ADDRESS = /^[^\s\p{C}<>,;:"()[\]\\@]+@[^\s\p{C}<>,;:"()[\]\\@]+$/u

/** A name as a header may hold it: on one line, without what nobody sees. */
export const oneLine = (text: string): string => text.replace(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** The message as nodemailer takes it. Throws `MailNotSent` for an address that is not just one address. */
export function asMail({ to, subject, text, html }: Message, from: string): SendMailOptions {
  if (!ADDRESS.test(to.address)) throw new MailNotSent('EADDRESS', { isAddress: true })
  return {
    from,
    to: { name: oneLine(to.name), address: to.address },
    subject: oneLine(subject),
    text,
    html,
    // No answering machine shall answer a machine.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

import { oneLine } from '#server/providers/mail/envelope.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { type Addressee, centralTime, mailOf } from './mail-words.ts'

const TELL = 'If you don’t recognize this, tell an administrator of Haulyard at once.'

/** The link that puts a former address back, with the end of its time. */
interface UndoLink {
  readonly token: string
  readonly expiresAt: Date
}

interface EmailChange {
  /** Masked. */
  readonly changedTo: string
  /** The name of the other user who changed it; null where it was the account's own. */
  readonly by: string | null
  /** Null where it can't be put back. */
  readonly undo: UndoLink | null
  readonly at: Date
}

/** To the former address of an account, after a change. */
export function emailChangedMail(to: Addressee, address: string, { changedTo, by, undo, at }: EmailChange): Message {
  const author = by === null ? '' : ` by ${oneLine(by)}`
  const changed = `The email address of your Haulyard account was changed to ${changedTo} on ${centralTime(at)}${author}.`
  const subject = 'The email address of your Haulyard account was changed'
  if (undo === null) {
    return mailOf(to, { subject, before: [changed], action: 'Open Haulyard', after: [TELL] }, address)
  }
  const words = {
    subject,
    before: [
      changed,
      `${by === null ? 'If it was you' : 'If that is as it should be'}, there is nothing to do. If not, restore your email address here. All devices are then signed out, and you set a new password:`,
    ],
    action: 'Restore my email address',
    after: [`The link works once, until ${centralTime(undo.expiresAt)}.`],
  }
  return mailOf(to, words, `${address}/undo-email#token=${encodeURIComponent(undo.token)}`)
}

/** To the person whose password was changed. */
export function passwordChangedMail(to: Addressee, address: string, at: Date): Message {
  const words = {
    subject: 'Your Haulyard password was changed',
    before: [
      `The password of your Haulyard account was changed on ${centralTime(at)}.`,
      'If it was you, there is nothing to do. If it was not, set a new one here, and tell an administrator of Haulyard:',
    ],
    action: 'Set a new password',
    after: [],
  }
  return mailOf(to, words, `${address}/reset-password`)
}

interface NewAdministrator {
  /** Null where the mail goes to that one. */
  readonly name: string | null
  /** By whose change, "you" where the mail goes there; null where that is not known. */
  readonly by: string | null
  readonly at: Date
}

/** To each administrator when there is another one. */
export function newAdministratorMail(to: Addressee, address: string, { name, by, at }: NewAdministrator): Message {
  const author = by === null ? '' : `, by a change that ${oneLine(by)} made`
  const words = {
    subject: name === null ? 'You are an administrator of Haulyard' : 'Haulyard has another administrator',
    before: [
      `${oneLine(name ?? 'You')} became an administrator of Haulyard on ${centralTime(at)}${author}, and can see and change everything.`,
    ],
    action: 'See the users',
    after: [
      name === null
        ? 'If you don’t recognize this, tell another administrator of Haulyard.'
        : 'If you don’t recognize this, deactivate that account and look at the security log.',
    ],
  }
  return mailOf(to, words, `${address}/users`)
}

import { oneLine } from '#server/providers/mail/envelope.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { type Addressee, centralTime, createMail } from './mail-words.ts'

const REPORT_IT = 'If you don’t recognize this, tell an administrator of Haulyard at once.'

/** The token of a link that restores a former address, and its expiry. */
interface UndoLink {
  readonly token: string
  readonly expiresAt: Date
}

interface EmailChange {
  /** Masked. */
  readonly changedTo: string
  /**
   * The name of the other user who made the change; null if it was made in the account's own session or the author is
   * unknown.
   */
  readonly by: string | null
  /** Null if the former address can't be restored. */
  readonly undo: UndoLink | null
  readonly at: Date
}

/** Notice to the former address of an account after a change. */
export function emailChangedMail(to: Addressee, address: string, { changedTo, by, undo, at }: EmailChange): Message {
  const author = by === null ? '' : ` by ${oneLine(by)}`
  const changed = `The email address of your Haulyard account was changed to ${changedTo} on ${centralTime(at)}${author}.`
  const subject = 'The email address of your Haulyard account was changed'
  if (undo === null) {
    return createMail(to, { subject, before: [changed], action: 'Open Haulyard', after: [REPORT_IT] }, address)
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
  return createMail(to, words, `${address}/undo-email#token=${encodeURIComponent(undo.token)}`)
}

/** Notice to the user whose password was changed. */
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
  return createMail(to, words, `${address}/reset-password`)
}

interface NewAdministrator {
  /** Null if the recipient is the new administrator. */
  readonly name: string | null
  /** The name of the user who made the change, "you" if that is the recipient; null if unknown. */
  readonly by: string | null
  readonly at: Date
}

/** Notice to each administrator about a new administrator. */
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
  return createMail(to, words, `${address}/users`)
}

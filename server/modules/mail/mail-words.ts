import { escapeHtml } from '#contract/text/escape-html.ts'
import { fullName } from '#contract/wire/people.ts'
import { oneLine } from '#server/providers/mail/envelope.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { button, pageOf, paragraph } from './mail-html.ts'
import type { LinkKind } from './outgoing-mail-repository.ts'

const day = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', dateStyle: 'full' })
const time = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', timeStyle: 'short' })

/** "Saturday, November 21, 2026, 9:00 AM Central", where the company is. */
export function centralTime(at: Date): string {
  return `${day.format(at)}, ${time.format(at).replaceAll('\u202f', ' ')} Central`
}

/** What a mail says, in paragraphs. */
export interface Words {
  readonly subject: string
  /** Before the link, and after it. */
  readonly before: readonly string[]
  readonly action: string
  readonly after: readonly string[]
}

const WORDS: Readonly<Record<LinkKind, (until: string, address: string) => Words>> = {
  welcome: (until, address) => ({
    subject: 'Your Haulyard account',
    before: ['An account at Haulyard was made for you, with this email address. Choose your password:'],
    action: 'Choose a password',
    after: [
      `The link works once, until ${until}. If it is too late, ask for a new one: ${address}/reset-password`,
      `From then on you sign in at ${address}/login`,
    ],
  }),
  reset: (until, address) => ({
    subject: 'Set a new Haulyard password',
    before: ['Somebody asked for a link to set a new password for your Haulyard account. If it was you, set it here:'],
    action: 'Set a new password',
    after: [
      `The link works once, until ${until}. If it is too late, ask again: ${address}/reset-password`,
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
  }),
}

function htmlOf(hello: string, { before, action, after }: Words, link: string): string {
  const lines = [hello, ...before].map((line) => paragraph(escapeHtml(line)))
  const rest = [`Or open this address: ${link}`, ...after].map((line) => paragraph(escapeHtml(line)))
  return pageOf([...lines, paragraph(button(link, action)), ...rest])
}

export interface Addressee {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** The first line of a mail. */
export function helloTo({ first_name }: Pick<Addressee, 'first_name'>): string {
  const name = oneLine(first_name)
  return name === '' ? 'Hello,' : `Hello ${name},`
}

/** A mail of some paragraphs around a link. */
export function mailOf(to: Addressee, words: Words, link: string): Message {
  const hello = helloTo(to)
  return {
    to: { name: fullName(to), address: to.email },
    subject: words.subject,
    text: [hello, ...words.before, link, ...words.after].join('\n\n'),
    html: htmlOf(hello, words, link),
    link,
  }
}

/** The mail that brings a user a link. `address` is the app's, without a slash at the end. */
export function mailWithLink(
  kind: LinkKind,
  to: Addressee,
  { address, token, expiresAt }: { readonly address: string; readonly token: string; readonly expiresAt: Date },
): Message {
  const link = `${address}/new-password#uid=${to.id}&token=${encodeURIComponent(token)}`
  return mailOf(to, WORDS[kind](centralTime(expiresAt), address), link)
}

import { escapeHtml } from '#contract/text/escape-html.ts'
import { fullName } from '#contract/wire/people.ts'
import { oneLine } from '#server/providers/mail/envelope.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import { button, mailPage, paragraph } from './mail-html.ts'
import type { LinkKind } from './outgoing-mail-repository.ts'

const day = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', dateStyle: 'full' })
const time = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', timeStyle: 'short' })

/** "Saturday, November 21, 2026, 9:00 AM Central": the company's time zone. */
export function centralTime(at: Date): string {
  return `${day.format(at)}, ${time.format(at).replaceAll('\u202f', ' ')} Central`
}

/** The text of a mail, in paragraphs. */
export interface MailText {
  readonly subject: string
  /** Paragraphs before the link; `after`: those after it. `action`: the label of the link. */
  readonly before: readonly string[]
  readonly action: string
  readonly after: readonly string[]
}

const TEXTS: Readonly<Record<LinkKind, (until: string, address: string) => MailText>> = {
  welcome: (until, address) => ({
    subject: 'Your Haulyard account',
    before: ['A Haulyard account was created for you with this email address. Choose your password:'],
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

function htmlOf(hello: string, { before, action, after }: MailText, link: string): string {
  const lines = [hello, ...before].map((line) => paragraph(escapeHtml(line)))
  const rest = [`Or open this address: ${link}`, ...after].map((line) => paragraph(escapeHtml(line)))
  return mailPage([...lines, paragraph(button(link, action)), ...rest])
}

export interface Addressee {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** The first line of a mail. */
export function greeting({ first_name }: Pick<Addressee, 'first_name'>): string {
  const name = oneLine(first_name)
  return name === '' ? 'Hello,' : `Hello ${name},`
}

/** A mail with paragraphs around a link. */
export function createMail(to: Addressee, words: MailText, link: string): Message {
  const hello = greeting(to)
  return {
    to: { name: fullName(to), address: to.email },
    subject: words.subject,
    text: [hello, ...words.before, link, ...words.after].join('\n\n'),
    html: htmlOf(hello, words, link),
    link,
  }
}

/** A mail with a link that sets a password. `address`: the URL of the app, without a trailing slash. */
export function mailWithLink(
  kind: LinkKind,
  to: Addressee,
  { address, token, expiresAt }: { readonly address: string; readonly token: string; readonly expiresAt: Date },
): Message {
  const link = `${address}/new-password#uid=${to.id}&token=${encodeURIComponent(token)}`
  return createMail(to, TEXTS[kind](centralTime(expiresAt), address), link)
}

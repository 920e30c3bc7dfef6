import { type Mail, MailNotSent, type Message } from '#server/providers/mail/mail.ts'

export interface Mailbox extends Mail {
  readonly sent: Message[]
  /** What the next sendings end with, before those that succeed. */
  readonly failures: Error[]
  /** Resolves when so many were sent. */
  readonly has: (count: number) => Promise<void>
}

/** Mail that goes nowhere, for tests. */
export function mailbox(): Mailbox {
  const sent: Message[] = []
  const failures: Error[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  return {
    sent,
    failures,
    has: (count) =>
      new Promise((resolve) => {
        if (sent.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    async send(message) {
      const failure = failures.shift()
      if (failure) throw failure
      sent.push(message)
      for (const one of waiting) if (sent.length >= one.count) one.resolve()
    },
  }
}

export const refused = (code = 'ECONNECTION', how = {}) => new MailNotSent(code, how)

/** Token and uid of the link in a mail. */
export function linkOf(message: Message | undefined): { readonly uid: string; readonly token: string } {
  const query = new URLSearchParams(new URL(message?.link ?? 'none:').hash.slice(1))
  return { uid: query.get('uid') ?? '', token: query.get('token') ?? '' }
}

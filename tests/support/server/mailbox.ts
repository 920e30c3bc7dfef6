import { type Mail, MailNotSent, type Message } from '#server/providers/mail/mail.ts'

export interface Mailbox extends Mail {
  readonly sent: Message[]
  /** The next calls of `send` fail with these errors, in order. Later calls succeed. */
  readonly failures: Error[]
  /** Resolves when this many messages were sent. */
  readonly waitForCount: (count: number) => Promise<void>
}

/** Collects messages instead of sending them. */
export function mailbox(): Mailbox {
  const sent: Message[] = []
  const failures: Error[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  return {
    sent,
    failures,
    waitForCount: (count) =>
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

export const mailNotSent = (code = 'ECONNECTION', how = {}) => new MailNotSent(code, how)

/** The uid and the token of the link in a message. */
export function linkOf(message: Message | undefined): { readonly uid: string; readonly token: string } {
  const query = new URLSearchParams(new URL(message?.link ?? 'none:').hash.slice(1))
  return { uid: query.get('uid') ?? '', token: query.get('token') ?? '' }
}

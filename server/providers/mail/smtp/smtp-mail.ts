import { createTransport } from 'nodemailer'
import { asMail } from '#server/providers/mail/envelope.ts'
import { type Mail, MailNotSent } from '#server/providers/mail/mail.ts'

const CONNECTING_MS = 20_000
const SILENCE_MS = 60_000

/** nodemailer's code and the server's number, `EENVELOPE 550`; its messages quote addresses and stay here. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return [code ?? error.name, responseCode].filter((part) => part !== undefined).join(' ')
}

/** Mail by a server that speaks SMTP, `smtp://` (with STARTTLS when it offers that) or `smtps://`. */
export function smtpMail({ url, from }: { readonly url: string; readonly from: string }): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECTING_MS,
    greetingTimeout: CONNECTING_MS,
    socketTimeout: SILENCE_MS,
  })
  return {
    async send(message, signal) {
      const mail = asMail(message, from)
      await transport.sendMail({ ...mail, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
        throw new MailNotSent(codeOf(error))
      })
    },
  }
}

import { createTransport } from 'nodemailer'
import { asMail } from '#server/providers/mail/envelope.ts'
import { type Mail, MailNotSent } from '#server/providers/mail/mail.ts'

const CONNECTING_MS = 20_000
const SILENCE_MS = 60_000

/** With nodemailer's code and the server's number, `EENVELOPE 550`; its messages quote addresses and stay here. */
function notSent(error: unknown): MailNotSent {
  if (!(error instanceof Error)) return new MailNotSent('unknown')
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const words = [code ?? error.name, responseCode].filter((part) => part !== undefined).join(' ')
  // From 500 on the server does not want to see it again.
  const isAddress = code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
  return new MailNotSent(words, { isAddress })
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/i

const isElsewhere = (url: string) => !LOOPBACK.test(new URL(url).hostname)

/**
 * Mail by a server that speaks SMTP: `smtps://`, or `smtp://` with STARTTLS. To another machine mail goes encrypted or not at all,
 * because it carries links that set passwords, unless the URL itself says `?requireTLS=false`.
 */
export function smtpMail({ url, from }: { readonly url: string; readonly from: string }): Mail {
  const transport = createTransport({
    url,
    requireTLS: isElsewhere(url),
    connectionTimeout: CONNECTING_MS,
    greetingTimeout: CONNECTING_MS,
    socketTimeout: SILENCE_MS,
  })
  return {
    async send(message, signal) {
      const mail = asMail(message, from)
      await transport.sendMail({ ...mail, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
        throw notSent(error)
      })
    },
  }
}

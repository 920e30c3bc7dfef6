import { createTransport } from 'nodemailer'
import { toMailOptions } from '#server/providers/mail/envelope.ts'
import { type Mail, MailNotSent } from '#server/providers/mail/mail.ts'

const CONNECTING_MS = 20_000
const SILENCE_MS = 60_000

/**
 * An error with nodemailer's code and the server's reply code, as in `EENVELOPE 550`. Its message quotes addresses and
 * is not passed on.
 */
function toMailNotSent(error: unknown): MailNotSent {
  if (!(error instanceof Error)) return new MailNotSent('unknown')
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const words = [code ?? error.name, responseCode].filter((part) => part !== undefined).join(' ')
  // Reply codes from 500 up are permanent: the server rejects the address for good.
  const isAddress = code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500
  return new MailNotSent(words, { isAddress })
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/i

const isRemote = (url: string) => !LOOPBACK.test(new URL(url).hostname)

/**
 * Mail through an SMTP server: `smtps://`, or `smtp://` with STARTTLS. Mail to another machine must be encrypted,
 * because it contains links that set passwords, unless the URL itself contains `?requireTLS=false`.
 */
export function smtpMail({ url, from }: { readonly url: string; readonly from: string }): Mail {
  const transport = createTransport({
    url,
    requireTLS: isRemote(url),
    connectionTimeout: CONNECTING_MS,
    greetingTimeout: CONNECTING_MS,
    socketTimeout: SILENCE_MS,
  })
  return {
    async send(message, signal) {
      const mail = toMailOptions(message, from)
      await transport.sendMail({ ...mail, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
        throw toMailNotSent(error)
      })
    },
  }
}

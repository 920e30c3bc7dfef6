export interface Message {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  /** What the mail is for; a stand-in without a mailbox tells it. It is in `text` and `html` too. */
  readonly link: string
}

/** Why a mail was not sent, in words that may be logged: no addresses, nothing of what it says. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'
  readonly code: string
  /** It is the address that can't be had: another attempt would end the same. */
  readonly isAddress: boolean
  constructor(code: string, { isAddress = false } = {}) {
    super(`The mail was not sent (${code})`)
    this.code = code
    this.isAddress = isAddress
  }
}

/** How mail leaves the house. */
export interface Mail {
  /** Hands a message over; throws `MailNotSent` when it was refused, or `signal` ended it. */
  send(message: Message, signal?: AbortSignal): Promise<void>
}

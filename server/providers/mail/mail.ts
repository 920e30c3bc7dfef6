export interface Message {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The main link of the mail, also contained in `text` and `html`. The mail folder prints it. */
  readonly link: string
}

/** A mail was not sent. The reason can be logged: it contains neither addresses nor content. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'
  readonly code: string
  /** The address is the problem, so another attempt would fail too. */
  readonly isAddress: boolean
  constructor(code: string, { isAddress = false } = {}) {
    super(`The mail was not sent (${code})`)
    this.code = code
    this.isAddress = isAddress
  }
}

/** Sends mail. */
export interface Mail {
  /** Sends a message. Throws `MailNotSent` when it is refused or aborted by `signal`. */
  send(message: Message, signal?: AbortSignal): Promise<void>
}

import { ATTACHMENT_REFUSALS, MAX_ATTACHMENTS } from '#contract/files/attachments.ts'
import { observableValue } from '#src/session/observable-value.ts'
import type { FileSource, PreparedAttachment } from '../photos/prepare-attachment.ts'
import { type NewAttachment, withLocations } from './new-attachment.ts'

/** A file that was added but is not attached: it is in preparation or was refused. */
export interface IncomingFile {
  readonly id: string
  readonly file: File
  readonly source: FileSource
  /** The reason of the refusal; null while the file is in preparation. */
  readonly refusal: string | null
}

export interface IntakePorts {
  readonly make: (file: File, source: FileSource, signal: AbortSignal) => Promise<PreparedAttachment>
  readonly newId: () => string
}

/** The current state of the surrounding form. */
interface SurroundingForm {
  /** The attached files. */
  readonly attachments: readonly NewAttachment[]
  /** The number of existing files that the record keeps. */
  readonly others: number
  /** The files in other fields of the same record. */
  readonly besides: readonly NewAttachment[]
  readonly onChange: (attachments: readonly NewAttachment[]) => void
}

/** A file was refused; its message is shown at the file. A submit that waited for it is canceled. */
class AttachmentRefused extends Error {
  override readonly name = 'NotAttached'
}

/** Prepares the files that are added to a form: each is checked and shrunk, then attached or refused with a message. */
export class Intake {
  readonly incoming = observableValue<readonly IncomingFile[]>([])
  /** The latest event, announced to screen readers. */
  readonly news = observableValue('')
  readonly #ports: IntakePorts
  readonly #callsOff = new Map<string, AbortController>()
  #around: SurroundingForm = { attachments: [], others: 0, besides: [], onChange: () => undefined }
  /** The files that the form last reported. */
  #followed: readonly NewAttachment[] | null = null
  /** The form was notified of a change but may still render its former files. */
  #isAhead = false

  constructor(ports: IntakePorts) {
    this.#ports = ports
  }

  /** Receives the form's current state. A state from before a change of this class does not undo that change. */
  follow(around: SurroundingForm): void {
    this.#isAhead &&= around.attachments === this.#followed
    this.#followed = around.attachments
    this.#around = this.#isAhead ? { ...around, attachments: this.#around.attachments } : around
  }

  /**
   * Adds files, one after another. Returns a promise for each: it resolves when the file is attached or was removed
   * again, and rejects when it was refused.
   */
  add(files: readonly File[], source: FileSource): readonly Promise<void>[] {
    const { attachments, others, besides } = this.#around
    const pending = this.incoming.get().filter(({ refusal }) => refusal === null).length
    const room = Math.max(0, MAX_ATTACHMENTS - others - besides.length - attachments.length - pending)
    const incomingFiles = files.map((file, at) => ({
      id: this.#ports.newId(),
      file,
      source,
      refusal: at < room ? null : ATTACHMENT_REFUSALS.many,
    }))
    this.incoming.set([...this.incoming.get(), ...incomingFiles])
    if (files.length > room) this.news.set(ATTACHMENT_REFUSALS.many)
    return incomingFiles.filter(({ refusal }) => refusal === null).map((one) => this.#take(one))
  }

  /**
   * Removes a file, whether it is attached, refused or in preparation. Returns a function that puts it back in its
   * place; null for a file that was not attached.
   */
  remove(id: string): { readonly name: string; readonly putBack: () => void } | null {
    this.#callsOff.get(id)?.abort()
    this.#forget(id)
    const { attachments } = this.#around
    const at = attachments.findIndex((one) => one.id === id)
    const attachment = attachments[at]
    if (!attachment) return null
    this.#change(attachments.toSpliced(at, 1))
    return { name: attachment.name, putBack: () => this.#putBack(attachment, at) }
  }

  /** Keeps the locations in the photos or removes them. */
  keepLocations(isKept: boolean): void {
    this.#change(withLocations(this.#around.attachments, isKept))
  }

  /** Ends all preparations, because the form is closed. */
  end(): void {
    for (const callsOff of this.#callsOff.values()) callsOff.abort()
    this.incoming.set([])
  }

  async #take(incoming: IncomingFile): Promise<void> {
    const { id, file, source } = incoming
    const callsOff = new AbortController()
    this.#callsOff.set(id, callsOff)
    try {
      const attachment = await this.#ports.make(file, source, callsOff.signal)
      if (callsOff.signal.aborted) return
      this.#attach(id, attachment)
    } catch (error) {
      // The file was removed in the meantime, so the result does not matter.
      if (callsOff.signal.aborted) return
      throw this.#refused(incoming, error)
    } finally {
      this.#callsOff.delete(id)
    }
  }

  #attach(id: string, { file, digest, location }: PreparedAttachment): void {
    const { attachments, besides } = this.#around
    if ([...attachments, ...besides].some((one) => one.digest === digest))
      throw new AttachmentRefused(ATTACHMENT_REFUSALS.twice)
    const attachment = { id, file, name: file.name, digest, location, isLocated: false }
    const isKept = attachments.some(({ isLocated }) => isLocated)
    this.#forget(id)
    this.#change([...attachments, ...withLocations([attachment], isKept)])
    this.news.set(`${file.name} is attached.`)
  }

  #refused(incoming: IncomingFile, error: unknown): Error {
    if (!(error instanceof Error)) throw error
    const others = this.incoming.get().filter(({ id }) => id !== incoming.id)
    // Refused files are last, so that files in preparation keep the order in which they were added.
    this.incoming.set([...others, { ...incoming, refusal: error.message }])
    this.news.set(`${incoming.file.name}: ${error.message}`)
    return error
  }

  #putBack(attachment: NewAttachment, at: number): void {
    const { attachments, besides } = this.#around
    // The same file was added again in the meantime and is attached.
    const isThere = [...attachments, ...besides].some(
      ({ id, digest }) => id === attachment.id || digest === attachment.digest,
    )
    if (!isThere) this.#change(attachments.toSpliced(at, 0, attachment))
  }

  #forget(id: string): void {
    this.incoming.set(this.incoming.get().filter((one) => one.id !== id))
  }

  /** Applies a change immediately for the next file. The form renders it later. */
  #change(attachments: readonly NewAttachment[]): void {
    this.#around = { ...this.#around, attachments }
    this.#isAhead = true
    this.#around.onChange(attachments)
  }
}

import { ATTACHMENT_REFUSALS, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '#contract/files/attachments.ts'
import { observableValue } from '#src/session/observable-value.ts'
import { FileRefused } from '../photos/file-refused.ts'
import type { FileSource } from '../photos/file-source.ts'
import type { PreparedAttachment } from '../photos/prepare-attachment.ts'
import { isRaw, type NewAttachment, type RawAttachment, rawAttachment, withLocations } from './new-attachment.ts'

/** A file that was added and refused. */
export interface RefusedFile {
  readonly id: string
  readonly file: File
  /** The reason of the refusal. */
  readonly refusal: string
}

export interface IntakePorts {
  readonly make: (file: File, source: FileSource, signal: AbortSignal) => Promise<PreparedAttachment>
  /** A shot of the camera that can't be shrunk now, as it is; null if it can't be attached so. */
  readonly asShot: (file: File, id: string) => Promise<PreparedAttachment | null>
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

/**
 * Takes the files that are added to a form. Each is in the form's value at once, as it is, so that the form's draft
 * stores it before anything else happens to it. Then it is checked and shrunk, and its result takes its place in the
 * value, or it leaves the value with a message.
 */
export class Intake {
  readonly refused = observableValue<readonly RefusedFile[]>([])
  /** The latest event, announced to screen readers. */
  readonly news = observableValue('')
  readonly #ports: IntakePorts
  readonly #callsOff = new Map<string, AbortController>()
  /** The files whose preparation has begun. */
  #begun = new WeakSet<RawAttachment>()
  #around: SurroundingForm = { attachments: [], others: 0, besides: [], onChange: () => undefined }
  /** The files that the form last reported. */
  #followed: readonly NewAttachment[] | null = null
  /** The form was notified of a change but may still render its former files. */
  #isAhead = false

  constructor(ports: IntakePorts) {
    this.#ports = ports
  }

  /**
   * Receives the form's current state. A state from before a change of this class does not undo that change. Files that
   * a draft has restored as they were added are prepared now: see `add` for the returned promises.
   */
  follow(around: SurroundingForm): readonly Promise<void>[] {
    this.#isAhead &&= around.attachments === this.#followed
    this.#followed = around.attachments
    this.#around = this.#isAhead ? { ...around, attachments: this.#around.attachments } : around
    return this.#prepareRaw()
  }

  /**
   * Adds files; they are prepared one after another. Returns a promise for each: it resolves when the file is attached
   * or was removed again, and rejects when it was refused.
   */
  add(files: readonly File[], source: FileSource): readonly Promise<void>[] {
    const { attachments, others, besides } = this.#around
    const room = Math.max(0, MAX_ATTACHMENTS - others - besides.length - attachments.length)
    const added = files.map((file) => rawAttachment(this.#ports.newId(), file, source))
    // A file that can't be attached for its size is not stored first.
    const isTooLarge = ({ file }: RawAttachment) => source === 'file' && file.size > MAX_ATTACHMENT_BYTES
    const fits = added.filter((one) => !isTooLarge(one))
    for (const one of fits.slice(room)) this.#refuse(one, ATTACHMENT_REFUSALS.many)
    if (fits.length > room) this.news.set(ATTACHMENT_REFUSALS.many)
    const refusals = added.filter(isTooLarge).map((one) => {
      this.#refuse(one, ATTACHMENT_REFUSALS.size)
      return Promise.reject(new AttachmentRefused(ATTACHMENT_REFUSALS.size))
    })
    this.#around = { ...this.#around, attachments: [...attachments, ...fits.slice(0, room)] }
    // Begun before the form renders, which would begin them too.
    const works = this.#prepareRaw()
    if (works.length > 0) this.#change(this.#around.attachments)
    return [...works, ...refusals]
  }

  /**
   * Removes a file, whether it is attached, refused or in preparation. Returns a function that puts it back in its
   * place; null for a refused file.
   */
  remove(id: string): { readonly name: string; readonly putBack: () => void } | null {
    this.#callsOff.get(id)?.abort()
    this.refused.set(this.refused.get().filter((one) => one.id !== id))
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

  /** Ends all preparations, because the form is closed. Its draft has the files as they were added. */
  end(): void {
    for (const callsOff of this.#callsOff.values()) callsOff.abort()
    this.#begun = new WeakSet()
    this.refused.set([])
  }

  #prepareRaw(): readonly Promise<void>[] {
    const raw = this.#around.attachments.filter(isRaw).filter((one) => !this.#begun.has(one))
    for (const one of raw) this.#begun.add(one)
    return raw.map((one) => this.#prepare(one))
  }

  async #prepare(raw: RawAttachment): Promise<void> {
    const { id } = raw
    const callsOff = new AbortController()
    this.#callsOff.set(id, callsOff)
    try {
      const attachment = await this.#make(raw, callsOff.signal)
      if (callsOff.signal.aborted) return
      this.#attach(raw, attachment)
    } catch (error) {
      // The file was removed in the meantime, so the result does not matter.
      if (callsOff.signal.aborted) return
      if (!(error instanceof Error)) throw error
      this.#change(this.#around.attachments.filter((one) => one.id !== id))
      this.#refuse(raw, error.message)
      throw error
    } finally {
      if (this.#callsOff.get(id) === callsOff) this.#callsOff.delete(id)
    }
  }

  /** A shot is kept even if the device can't shrink it now: it has no other copy. */
  async #make({ id, file, source }: RawAttachment, signal: AbortSignal): Promise<PreparedAttachment> {
    try {
      return await this.#ports.make(file, source, signal)
    } catch (error) {
      const isLast = error instanceof FileRefused || source !== 'camera' || signal.aborted
      const shot = isLast ? null : await this.#ports.asShot(file, id)
      if (shot === null) throw error
      return shot
    }
  }

  /** Puts the result in the place of the file as it was added. */
  #attach({ id }: RawAttachment, { file, digest, location }: PreparedAttachment): void {
    const { attachments, besides } = this.#around
    // A draft can restore a file while its first preparation still runs.
    const others = [...attachments.filter((one) => one.id !== id), ...besides]
    if (others.some((one) => one.digest === digest)) throw new AttachmentRefused(ATTACHMENT_REFUSALS.twice)
    const attachment = { id, file, name: file.name, digest, location, isLocated: false }
    const isKept = attachments.some(({ isLocated }) => isLocated)
    const [ready = attachment] = withLocations([attachment], isKept)
    this.#change(attachments.map((one) => (one.id === id ? ready : one)))
    this.news.set(`${file.name} is attached.`)
  }

  #refuse({ id, file }: RawAttachment, refusal: string): void {
    this.refused.set([...this.refused.get(), { id, file, refusal }])
    this.news.set(`${file.name}: ${refusal}`)
  }

  #putBack(attachment: NewAttachment, at: number): void {
    const { attachments, besides } = this.#around
    // The same file was added again in the meantime and is attached.
    const isThere = [...attachments, ...besides].some(
      ({ id, digest }) => id === attachment.id || (digest !== null && digest === attachment.digest),
    )
    if (isThere) return
    // The form then prepares it: see `follow`.
    if (isRaw(attachment)) this.#begun.delete(attachment)
    this.#change(attachments.toSpliced(at, 0, attachment))
  }

  /** Applies a change immediately for the next file. The form renders it later. */
  #change(attachments: readonly NewAttachment[]): void {
    this.#around = { ...this.#around, attachments }
    this.#isAhead = true
    this.#around.onChange(attachments)
  }
}

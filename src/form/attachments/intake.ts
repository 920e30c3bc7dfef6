import { ATTACHMENT_REFUSALS, MAX_ATTACHMENTS } from '#contract/files/attachments.ts'
import { observed } from '#src/session/observed.ts'
import type { FileSource, MadeAttachment } from '../photos/made-attachment.ts'
import { type NewAttachment, withLocations } from './new-attachment.ts'

/** A file that was given and is not attached: it is being made ready, or was refused and why. */
export interface Incoming {
  readonly id: string
  readonly file: File
  readonly source: FileSource
  /** Null while it is being made ready. */
  readonly refusal: string | null
}

export interface IntakePorts {
  readonly make: (file: File, source: FileSource, signal: AbortSignal) => Promise<MadeAttachment>
  readonly newId: () => string
}

/** What the form around holds and says, as it is now. */
interface Around {
  /** What is ready. */
  readonly attachments: readonly NewAttachment[]
  /** How many the record has and keeps. */
  readonly others: number
  /** What other fields hold of the same record. */
  readonly besides: readonly NewAttachment[]
  readonly onChange: (attachments: readonly NewAttachment[]) => void
}

/** A file was refused: the words are at the file. A submit that waited for it is called off. */
class NotAttached extends Error {
  override readonly name = 'NotAttached'
}

/** The files of one form on their way in: each is judged and made small, then it is attached, or refused in words. */
export class Intake {
  readonly incoming = observed<readonly Incoming[]>([])
  /** The last thing that happened, for those who don't see it. */
  readonly news = observed('')
  readonly #ports: IntakePorts
  readonly #callsOff = new Map<string, AbortController>()
  #around: Around = { attachments: [], others: 0, besides: [], onChange: () => undefined }
  /** What the form last said that it holds. */
  #followed: readonly NewAttachment[] | null = null
  /** The form was told of a change, and may render before it has taken that over. */
  #isAhead = false

  constructor(ports: IntakePorts) {
    this.#ports = ports
  }

  /** Hears what the form holds now: what it said before it heard of a change does not undo that. */
  follow(around: Around): void {
    this.#isAhead &&= around.attachments === this.#followed
    this.#followed = around.attachments
    this.#around = this.#isAhead ? { ...around, attachments: this.#around.attachments } : around
  }

  /**
   * Takes files in, one after another. Answers the work on each: it resolves when the file is attached or was taken away
   * again, and rejects when it was refused.
   */
  add(files: readonly File[], source: FileSource): readonly Promise<void>[] {
    const { attachments, others, besides } = this.#around
    const pending = this.incoming.get().filter(({ refusal }) => refusal === null).length
    const room = Math.max(0, MAX_ATTACHMENTS - others - besides.length - attachments.length - pending)
    const given = files.map((file, at) => ({
      id: this.#ports.newId(),
      file,
      source,
      refusal: at < room ? null : ATTACHMENT_REFUSALS.many,
    }))
    this.incoming.set([...this.incoming.get(), ...given])
    if (files.length > room) this.news.set(ATTACHMENT_REFUSALS.many)
    return given.filter(({ refusal }) => refusal === null).map((one) => this.#take(one))
  }

  /**
   * Takes a file away again, whether it is attached, refused or being made ready. Answers how to put it back where it
   * was; null for what was not attached yet.
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

  /** Leaves the places where they were taken in the photos, or takes them out. */
  keepLocations(isKept: boolean): void {
    this.#change(withLocations(this.#around.attachments, isKept))
  }

  /** The form is closed: nothing is made ready for it any more. */
  end(): void {
    for (const callsOff of this.#callsOff.values()) callsOff.abort()
    this.incoming.set([])
  }

  async #take(incoming: Incoming): Promise<void> {
    const { id, file, source } = incoming
    const callsOff = new AbortController()
    this.#callsOff.set(id, callsOff)
    try {
      const made = await this.#ports.make(file, source, callsOff.signal)
      if (callsOff.signal.aborted) return
      this.#attach(id, made)
    } catch (error) {
      // Taken away meanwhile: whatever came of it is of no concern.
      if (callsOff.signal.aborted) return
      throw this.#refused(incoming, error)
    } finally {
      this.#callsOff.delete(id)
    }
  }

  #attach(id: string, { file, digest, location }: MadeAttachment): void {
    const { attachments, besides } = this.#around
    if ([...attachments, ...besides].some((one) => one.digest === digest))
      throw new NotAttached(ATTACHMENT_REFUSALS.twice)
    const attachment = { id, file, name: file.name, digest, location, isLocated: false }
    const isKept = attachments.some(({ isLocated }) => isLocated)
    this.#forget(id)
    this.#change([...attachments, ...withLocations([attachment], isKept)])
    this.news.set(`${file.name} is attached.`)
  }

  #refused(incoming: Incoming, error: unknown): Error {
    if (!(error instanceof Error)) throw error
    const others = this.incoming.get().filter(({ id }) => id !== incoming.id)
    // Behind what is still being made ready: what is attached comes in the order in which it was given.
    this.incoming.set([...others, { ...incoming, refusal: error.message }])
    this.news.set(`${incoming.file.name}: ${error.message}`)
    return error
  }

  #putBack(attachment: NewAttachment, at: number): void {
    const { attachments, besides } = this.#around
    // Given again meanwhile: it is attached.
    const isThere = [...attachments, ...besides].some(
      ({ id, digest }) => id === attachment.id || digest === attachment.digest,
    )
    if (!isThere) this.#change(attachments.toSpliced(at, 0, attachment))
  }

  #forget(id: string): void {
    this.incoming.set(this.incoming.get().filter((one) => one.id !== id))
  }

  /** The form renders later; until then the next file has to know. */
  #change(attachments: readonly NewAttachment[]): void {
    this.#around = { ...this.#around, attachments }
    this.#isAhead = true
    this.#around.onChange(attachments)
  }
}

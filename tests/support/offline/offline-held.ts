import type { FakeDisk } from './offline-device.ts'

/** The sign-ins of a device's people: what was stored before the last one of each, and not let go by that one since. */
export class SignIns {
  readonly #names = new Map<string, string>()
  readonly #held = new Map<string, ReadonlySet<string>>()
  /** The keys of what was sent all the same. */
  readonly sent: string[] = []

  begin(user: string, name: string, { content }: FakeDisk): void {
    this.#names.set(user, name)
    this.#held.set(user, new Set([...content.entries.values()].map(({ id }) => id)))
  }
  nameOf(user: string): string | null {
    return this.#names.get(user) ?? null
  }
  /** The key went with the store and came back without a sign-in: the note beside them alone knows what is held. */
  loseName(user: string, { note }: FakeDisk): void {
    if (note?.signIn !== undefined && note.signIn === this.#names.get(user)) this.#names.delete(user)
  }
  letGo(user: string): void {
    this.#held.delete(user)
  }
  /** A tab that was opened under a sign-in sends. One of an earlier sign-in may still be through with what it had begun. */
  note(user: string, name: string | null, keys: readonly string[]): void {
    const held = name === this.nameOf(user) ? this.#held.get(user) : undefined
    // A key is sent as a text in quotes.
    this.sent.push(...keys.filter((key) => held?.has(key.slice(1, -1))))
  }
}

import type { FakeDisk } from './offline-device.ts'

/** Each user's last sign-in on a device, and the entries that it holds: saved before it, and not released since. */
export class SignIns {
  readonly #names = new Map<string, string>()
  readonly #held = new Map<string, ReadonlySet<string>>()
  /** The idempotency keys of held entries that were sent nevertheless. */
  readonly sent: string[] = []

  begin(user: string, name: string, { content }: FakeDisk): void {
    this.#names.set(user, name)
    this.#held.set(user, new Set([...content.entries.values()].map(({ id }) => id)))
  }
  nameOf(user: string): string | null {
    return this.#names.get(user) ?? null
  }
  /**
   * The outbox's database was lost, and with it the name of the sign-in. The name is forgotten if the loss marker has
   * it: only the marker then knows which entries are held.
   */
  loseName(user: string, { note }: FakeDisk): void {
    if (note?.signIn !== undefined && note.signIn === this.#names.get(user)) this.#names.delete(user)
  }
  releaseHeld(user: string): void {
    this.#held.delete(user)
  }
  /** A tab that was opened under the sign-in `name` sends. A tab of an earlier sign-in may finish what it has begun. */
  note(user: string, name: string | null, keys: readonly string[]): void {
    const held = name === this.nameOf(user) ? this.#held.get(user) : undefined
    // A key is sent in quotes.
    this.sent.push(...keys.filter((key) => held?.has(key.slice(1, -1))))
  }
}

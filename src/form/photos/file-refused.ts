/** A file that can't be taken, in words for the person: no other try would end otherwise. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

const CLASSES = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789', '~!@-#$'] as const
const ALPHABET = CLASSES.join('')
export const GENERATED_LENGTH = 25

/** A uniformly distributed number from 0 to `below` - 1, from a cryptographic source (`crypto.getRandomValues`). */
function randomBelow(below: number): number {
  const limit = 256 - (256 % below)
  const byte = new Uint8Array(1)
  do crypto.getRandomValues(byte)
  while ((byte[0] ?? 0) >= limit)
  return (byte[0] ?? 0) % below
}

/** 25 characters of letters, digits and `~ ! @ - # $`, at least one of each class (upper, lower, digit, symbol). */
export function generatePassword(): string {
  for (;;) {
    // All characters are drawn uniformly. If a class is missing, all are drawn again: inserting one would favor some
    // passwords.
    const password = Array.from({ length: GENERATED_LENGTH }, () => ALPHABET[randomBelow(ALPHABET.length)] ?? '').join(
      '',
    )
    if (CLASSES.every((letters) => [...letters].some((letter) => password.includes(letter)))) return password
  }
}

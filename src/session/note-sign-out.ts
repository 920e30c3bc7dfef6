import type { Tokens } from './token-vault.ts'

/**
 * Notes on this device that the server must be told of a sign-out; answers how to tell it. Null where the part that can do
 * so can't be had now: then the server ends the session by its age.
 */
export function noteSignOut(tokens: Tokens): Promise<(() => void) | null> {
  return import('./end-at-server.ts').then(
    ({ noteToEndAtServer }) => noteToEndAtServer(tokens),
    () => null,
  )
}

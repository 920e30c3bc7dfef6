import { vi } from 'vitest'
import { PATIENCE } from './patience.ts'

/** Resolves with what `look` answers once it throws no more. */
export const eventually = <Answer>(look: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(look, { timeout: PATIENCE })

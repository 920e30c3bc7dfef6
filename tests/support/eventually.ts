import { vi } from 'vitest'
import { PATIENCE } from './patience.ts'

/** Calls `check` repeatedly until it no longer throws. Resolves with its result. */
export const eventually = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: PATIENCE })

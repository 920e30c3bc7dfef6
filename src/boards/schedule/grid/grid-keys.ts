import { DUTY_STATUSES, type DutyStatus } from '#contract/people/driver-choices.ts'

/** What a key does on a cell, other than moving the cursor. */
export type GridAction =
  | { readonly act: 'open' }
  | { readonly act: 'describe' }
  | { readonly act: 'set'; readonly status: DutyStatus }
  | { readonly act: 'clear' }
  | { readonly act: 'fill'; readonly way: 'down' | 'right' }
  | { readonly act: 'select_all' }
  | { readonly act: 'let_go' }

export interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** The letter that sets a status: the first letter of its title. */
export const letterOf = (title: string): string => title.slice(0, 1).toUpperCase()

/** The status for a letter, or for a digit from 1 on. When several share the letter, the status after `now`. */
export function statusOfKey(key: string, now: DutyStatus | null): DutyStatus | null {
  const byDigit = /^[1-9]$/.test(key) ? DUTY_STATUSES[Number(key) - 1] : undefined
  if (byDigit) return byDigit.value
  const lettered = DUTY_STATUSES.filter(({ title }) => letterOf(title) === key.toUpperCase())
  const at = lettered.findIndex(({ value }) => value === now)
  return lettered[(at + 1) % Math.max(1, lettered.length)]?.value ?? null
}

/** Whether a key means undo or redo; null for all other keys. These keys work on the whole page, not only on cells. */
export function undoKeyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): 'undo' | 'redo' | null {
  if (altKey || !(ctrlKey || metaKey)) return null
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' && !shiftKey ? 'redo' : null
}

/** What a key does on a cell whose status is `now`; null when it does nothing or moves the cursor. */
export function actionOf(pressed: Key, isEditable: boolean, now: DutyStatus | null): GridAction | null {
  const { key, altKey, shiftKey } = pressed
  if (altKey) return null
  if (pressed.ctrlKey || pressed.metaKey) return controlAction(key.toLowerCase(), shiftKey, isEditable)
  if (key === 'Enter' || key === ' ') return { act: 'open' }
  if (key === 'Escape') return { act: 'let_go' }
  if (!isEditable) return null
  if (key === 'F2') return { act: 'describe' }
  if (key === 'Delete' || key === 'Backspace') return { act: 'clear' }
  const status = key.length === 1 ? statusOfKey(key, now) : null
  return status && { act: 'set', status }
}

function controlAction(key: string, shiftKey: boolean, isEditable: boolean): GridAction | null {
  if (key === 'a') return { act: 'select_all' }
  if (!isEditable || shiftKey) return null
  if (key === 'd') return { act: 'fill', way: 'down' }
  return key === 'r' ? { act: 'fill', way: 'right' } : null
}

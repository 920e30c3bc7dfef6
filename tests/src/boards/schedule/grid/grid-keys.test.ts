import { describe, expect, test } from 'vitest'
import { DUTY_STATUSES, type DutyStatus } from '#contract/people/driver-choices.ts'
import { actionOf, type Key, letterOf, statusOfKey, undoKeyOf } from '#src/boards/schedule/grid/grid-keys.ts'

const BARE: Omit<Key, 'key'> = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const pressed = (combined: string): Key => {
  const parts = combined.split('+')
  const has = (name: string) => parts.slice(0, -1).includes(name)
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: has('Control'),
    metaKey: has('Meta'),
    altKey: has('Alt'),
    shiftKey: has('Shift'),
  }
}
const act = (key: string, now: DutyStatus | null = null) => actionOf(pressed(key), true, now)

describe('a key in Edit', () => {
  test.each([
    ['Enter', { act: 'open' }],
    [' ', { act: 'open' }],
    ['Escape', { act: 'let_go' }],
    ['F2', { act: 'describe' }],
    ['Delete', { act: 'clear' }],
    ['Backspace', { act: 'clear' }],
    ['Control+a', { act: 'select_all' }],
    ['Control+d', { act: 'fill', way: 'down' }],
    ['Control+r', { act: 'fill', way: 'right' }],
    ['v', { act: 'set', status: 'on_vacation' }],
    ['Shift+V', { act: 'set', status: 'on_vacation' }],
    ['1', { act: 'set', status: DUTY_STATUSES[0]?.value }],
    ['5', { act: 'set', status: DUTY_STATUSES[4]?.value }],
  ])('%s has its action', (key, action) => {
    expect(act(key)).toEqual(action)
  })
  test.each([
    '6',
    '9',
    '0',
    'x',
    'Tab',
    'ArrowDown',
    'Home',
    'Control+Shift+R',
    'Control+c',
    'Control+v',
    'Control+x',
    'Control+z',
    'Control+Shift+Z',
    'Control+y',
    'Alt+v',
    'Alt+Enter',
    'F5',
    'Shift',
    'ß',
  ])('%s is left to other handlers', (key) => {
    expect(act(key)).toBeNull()
  })
})

describe('a key where the user can only read', () => {
  test.each(['Enter', ' ', 'Escape', 'Control+a'])('%s has the same action as in Edit', (key) => {
    expect(actionOf(pressed(key), false, null)).toEqual(act(key))
  })
  test.each(['v', '1', 'F2', 'Delete', 'Control+z', 'Control+y', 'Control+d', 'Control+r'])(
    '%s changes nothing',
    (key) => {
      expect(actionOf(pressed(key), false, null)).toBeNull()
    },
  )
})

describe('a key anywhere on the page', () => {
  test.each([
    ['Control+z', 'undo'],
    ['Meta+z', 'undo'],
    ['Control+Z', 'undo'],
    ['Control+Shift+Z', 'redo'],
    ['Meta+Shift+z', 'redo'],
    ['Control+y', 'redo'],
    ['Meta+y', 'redo'],
  ])('%s means %s', (key, act) => {
    expect(undoKeyOf(pressed(key))).toBe(act)
  })
  test.each(['z', 'y', 'Shift+Z', 'Control+Shift+Y', 'Control+Alt+z', 'Alt+z', 'Control+a', 'Control+d', 'Escape'])(
    '%s is neither undo nor redo',
    (key) => {
      expect(undoKeyOf(pressed(key))).toBeNull()
    },
  )
})

describe('the letter of a status', () => {
  test('is the first of its title, in either case', () => {
    for (const { value, title } of DUTY_STATUSES) {
      expect(statusOfKey(letterOf(title), null)).toBe(value)
      expect(statusOfKey(letterOf(title).toLowerCase(), value)).toBe(value)
    }
  })
  test('is different for each status', () => {
    expect(new Set(DUTY_STATUSES.map(({ title }) => letterOf(title))).size).toBe(DUTY_STATUSES.length)
  })
  test('sets nothing if no status has it', () => {
    expect(statusOfKey('x', 'on_vacation')).toBeNull()
    expect(actionOf({ ...BARE, key: '' }, true, null)).toBeNull()
  })
})

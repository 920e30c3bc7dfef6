import { expect, test } from 'vitest'
import { launchTarget } from '#src/app/launch.ts'

const YARD = 'https://yard.example'
const here = `${YARD}/drivers?sort=status`

test.each([
  ['a shortcut opens its page', `${YARD}/schedule`, false, '/schedule'],
  ['a link keeps its search parameters', `${YARD}/schedule?week=1`, false, '/schedule?week=1'],
  ['the plain icon leaves the window where it is', `${YARD}/`, false, null],
  ['a page that is already open is left as it is', `${YARD}/drivers`, false, null],
  ['a form with unsaved input is not left', `${YARD}/schedule`, true, null],
  ['an address of another origin is not followed', 'https://elsewhere.example/schedule', false, null],
  ['a launch without an address opens nothing', null, false, null],
])('%s', (_, target, hasUnsaved, lead) => {
  expect(launchTarget(target, here, hasUnsaved)).toBe(lead)
})

import { expect, test } from 'vitest'
import { launchTarget } from '#src/app/launch.ts'

const YARD = 'https://yard.example'
const here = `${YARD}/drivers?sort=status`

test.each([
  ['a shortcut leads to its page', `${YARD}/schedule`, false, '/schedule'],
  ['a link keeps what it asks for', `${YARD}/schedule?week=1`, false, '/schedule?week=1'],
  ['the plain icon leaves the window where it is', `${YARD}/`, false, null],
  ['the page that stands there already is left as it is', `${YARD}/drivers`, false, null],
  ['a form with unsaved input is not left', `${YARD}/schedule`, true, null],
  ['a stranger’s address is not followed', 'https://elsewhere.example/schedule', false, null],
  ['a launch that names nothing leads nowhere', null, false, null],
])('%s', (_, target, hasUnsaved, lead) => {
  expect(launchTarget(target, here, hasUnsaved)).toBe(lead)
})

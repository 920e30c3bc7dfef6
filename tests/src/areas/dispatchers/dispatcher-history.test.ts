import { expect, it } from 'vitest'
import { dispatcherHistoryWords } from '#src/areas/dispatchers/dispatcher-history.tsx'

const named = (id: number, first_name: string) => ({
  id,
  user: { id, first_name, last_name: 'Example', photo: null },
  current_status: 'on_the_road' as const,
  truck: null,
  trailer: null,
  dispatcher: null,
})

it('the history of a team names the drivers added and removed, and shows an unknown driver by number', () => {
  const { driver_ids } = dispatcherHistoryWords([named(1, 'Ann'), named(2, 'Ben'), named(3, 'Cal')])
  if (!driver_ids || !('change' in driver_ids)) throw new Error('driver_ids must describe the difference of both lists')
  expect(driver_ids.change([1, 2], [2, 3])).toBe('+Cal Example, −Ann Example')
  expect(driver_ids.change([2, 9], [2])).toBe('−Driver 9')
  expect(driver_ids.change(null, [1])).toBe('+Ann Example')
})

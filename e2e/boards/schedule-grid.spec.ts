import { confirmFiring, openEmptyWeek, serverCells } from '#e2e/support/company/week.ts'
import { test } from '#e2e/support/company/yard.ts'
import { expect } from '#e2e/support/expect.ts'
import { changesWaiting, nothingWaits } from '#e2e/support/page/screens.ts'
import { isOutboxChange } from '#e2e/support/server/unreliable-proxy.ts'

test.use({ opensDrivers: false })

const NONE = 'Nothing planned'

test('a week is planned by keyboard alone, as in a spreadsheet, and reaches the server', async ({ tablet, admin }) => {
  const page = tablet.page()
  const week = await openEmptyWeek(page)
  const { cell, readCells } = week
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
  await cell(0, 0).focus()
  await press('v', 'ArrowRight', 's', 'ArrowRight', '1')
  await expect.poll(() => readCells(1, 4)).toEqual([['Vacation', 'Safety Orientation', 'On The Road', NONE]])

  // The description is typed in the cell: Tab saves and moves right, Enter saves and moves down, Escape discards.
  await press('Home', 'F2')
  const field = page.getByRole('textbox', { name: /^Description, / })
  await expect(field).toBeFocused()
  await page.keyboard.type('back Monday')
  await press('Tab')
  await expect(cell(0, 1)).toBeFocused()
  await press('F2')
  await page.keyboard.type('yard 7')
  await press('Enter')
  await expect(cell(1, 1)).toBeFocused()
  await press('ArrowUp', 'F2')
  await page.keyboard.type(' and more')
  await press('Escape')
  await expect(field).toHaveCount(0)
  await expect(cell(0, 1)).toBeFocused()
  await expect
    .poll(() => readCells(1, 3))
    .toEqual([['Vacation, back Monday', 'Safety Orientation, yard 7', 'On The Road']])

  // A selection of three drivers by three days.
  await press('Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await expect(page.getByRole('group', { name: 'Selected days' })).toContainText('9 days')
  await expect(cell(2, 2)).toHaveAttribute('aria-selected', 'true')
  await expect(cell(3, 2)).toHaveAttribute('aria-selected', 'false')
  await press('Control+d')
  const filled = ['Vacation, back Monday', 'Safety Orientation, yard 7', 'On The Road']
  await expect.poll(() => readCells(3, 3)).toEqual([filled, filled, filled])
  await press('Escape', 'ArrowUp', 'ArrowUp', 'Home', 'Shift+End', 'Control+r')
  await expect.poll(() => readCells(1, 7)).toEqual([Array(7).fill('Vacation, back Monday')])
  await press('Delete')
  await expect.poll(() => readCells(1, 7)).toEqual([Array(7).fill(NONE)])
  await press('Control+z', 'Control+z')
  await expect
    .poll(() => readCells(3, 4))
    .toEqual([
      [...filled, NONE],
      [...filled, NONE],
      [...filled, NONE],
    ])
  await nothingWaits(page)
  const row = ['on_vacation: back Monday', 'safety_orientation: yard 7', 'on_the_road', '']
  await expect.poll(() => serverCells(admin, week, 3, 4)).toEqual([row, row, row])
})

test('Enter opens the day, Escape closes it, and both leave the focus on the cell', async ({ tablet }) => {
  const page = tablet.page()
  const { cell } = await openEmptyWeek(page)
  await cell(1, 2).focus()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog')
  await expect(editor).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
  await expect(cell(1, 2)).toBeFocused()
  // A day without a plan can't hold a description alone: the editor opens with the typed text and asks for the status.
  await page.keyboard.press('F2')
  await page.keyboard.type('rest stop')
  await page.keyboard.press('Enter')
  await expect(editor.getByLabel('Description')).toHaveValue('rest stop')
  // The text that was typed in the cell is input of the dialog: Cancel keeps it.
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Kept as a draft.')).toBeVisible()
  await cell(1, 2).focus()
  await page.keyboard.press('Enter')
  await expect(editor.getByLabel('Description')).toHaveValue('rest stop')
  await editor.getByText('Vacation', { exact: true }).click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(cell(1, 2)).toHaveAccessibleName(/Vacation, rest stop/)
  await expect(cell(1, 2)).toBeFocused()
  // Tab leaves the grid, which is one Tab stop of the page.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(0)
})

test('undo withdraws an unsent change, and sends the previous value of a sent change', async ({ tablet, admin }) => {
  const page = tablet.page()
  const week = await openEmptyWeek(page)
  const { cell, readCells } = week
  await cell(0, 0).focus()
  // The browser knows that it is offline, so nothing was ever sent. Otherwise the server might have the change.
  await page.context().setOffline(true)
  await page.keyboard.press('v')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('f')
  await confirmFiring(page)
  await expect.poll(() => readCells(1, 2)).toEqual([['Vacation', 'Firing']])
  await changesWaiting(page, 2)
  await page.keyboard.press('Control+z')
  await expect.poll(() => readCells(1, 2)).toEqual([['Vacation', NONE]])
  await changesWaiting(page, 1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => readCells(1, 2)).toEqual([[NONE, NONE]])
  const takenBack = page.getByText(/^Taken back · /)
  await expect(takenBack).toHaveCount(1)
  await page.keyboard.press('Control+Shift+Z')
  await page.keyboard.press('Control+y')
  await confirmFiring(page)
  await expect.poll(() => readCells(1, 2)).toEqual([['Vacation', 'Firing']])
  // Long before the message would disappear on its own: it is no longer true.
  await expect(takenBack).toHaveCount(0, { timeout: 2_000 })
  await page.context().setOffline(false)
  await nothingWaits(page)
  await expect.poll(() => serverCells(admin, week, 1, 2)).toEqual([['on_vacation', 'firing_process']])
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect.poll(() => serverCells(admin, week, 1, 2)).toEqual([['on_vacation', '']])
  await expect.poll(() => readCells(1, 2)).toEqual([['Vacation', NONE]])
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect.poll(() => serverCells(admin, week, 1, 2)).toEqual([['on_vacation', 'firing_process']])
})

test('days are selected by dragging and filled by the handle: one change per driver, sent in batches', async ({
  tablet,
  network,
  admin,
}) => {
  const page = tablet.page()
  const week = await openEmptyWeek(page)
  const { cell, readCells, drivers } = week
  await cell(0, 0).click()
  await page.keyboard.press('v')
  await cell(0, 1).click()
  await page.keyboard.press('s')
  await nothingWaits(page)
  await cell(0, 0).hover()
  await page.mouse.down()
  await cell(0, 1).hover()
  await page.mouse.up()
  await expect(page.getByRole('group', { name: 'Selected days' })).toContainText('2 days')
  const before = { calls: network.calls().length, changes: network.arrivals().size }
  const handle = page.locator('[data-fill-handle]')
  await handle.hover()
  await page.mouse.down()
  await cell(11, 1).hover()
  await page.mouse.up()
  await expect.poll(() => readCells(12, 3)).toEqual(Array(12).fill(['Vacation', 'Safety Orientation', NONE]))
  // Drawn immediately, saved a moment later.
  await expect
    .poll(() => serverCells(admin, week, 12, 3))
    .toEqual(Array(12).fill(['on_vacation', 'safety_orientation', '']))
  await nothingWaits(page)
  const sent = network
    .calls()
    .slice(before.calls)
    .filter((call) => !call.startsWith('GET') && !call.includes('/auth/'))
  expect(network.arrivals().size - before.changes).toBe(11)
  expect(sent.length).toBeLessThan(11)
  const [made] = await admin.daysOf(drivers[5] ?? 0, week.dates[0] ?? '')
  expect(made?.version).toBe(1)

  // One status for several days of a driver is sent as a bulk edit.
  await page.keyboard.press('Escape')
  await cell(0, 3).click()
  await cell(0, 6).click({ modifiers: ['Shift'] })
  await page.keyboard.press('o')
  await expect.poll(async () => (await readCells(1, 7))[0]?.slice(3)).toEqual(Array(4).fill('On The Road'))
  await expect
    .poll(async () => (await serverCells(admin, week, 1, 7))[0]?.slice(3))
    .toEqual(Array(4).fill('on_the_road'))
  expect(network.calls().filter((call) => call.includes('status-bulk-edit'))).toHaveLength(1)
})

test('cells are pasted from and copied to a spreadsheet; an invalid paste names the problem and changes nothing', async ({
  tablet,
  admin,
}) => {
  const page = tablet.page()
  await tablet.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const week = await openEmptyWeek(page)
  const { cell, readCells } = week
  const writeClipboard = (text: string) => page.evaluate((words) => navigator.clipboard.writeText(words), text)
  // As Excel writes it: lines end in CR LF, and a cell with line breaks or quotes is quoted.
  await writeClipboard('On The Road: Joliet → Laredo\tvacation\r\n"Firing: says ""enough"""\t\r\n')
  await cell(0, 1).click()
  await page.keyboard.press('Control+v')
  await confirmFiring(page)
  const pasted = [
    [NONE, 'On The Road, Joliet → Laredo', 'Vacation'],
    [NONE, 'Firing, says "enough"', NONE],
  ]
  await expect.poll(() => readCells(2, 3)).toEqual(pasted)
  await expect(page.getByRole('group', { name: 'Selected days' })).toContainText('4 days')
  await page.keyboard.press('Control+c')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('On The Road: Joliet → Laredo\tVacation\r\n"Firing: says ""enough"""\t')
  await nothingWaits(page)

  await writeClipboard('Vacation\tholiday\n')
  await page.keyboard.press('Escape')
  await cell(0, 0).click()
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('alert').filter({ hasText: 'Row 1, column 2: “holiday” is not a status.' })).toBeVisible()
  await writeClipboard('Vacation\tVacation\tVacation\n')
  await cell(0, 5).click()
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('alert').filter({ hasText: 'there is room for 2' })).toBeVisible()
  expect(await readCells(2, 3)).toEqual(pasted)

  // One copied cell fills the whole selection. Cut clears what it copies.
  await writeClipboard('Safety')
  await cell(2, 0).click()
  await cell(3, 6).click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+v')
  await expect
    .poll(() => readCells(4, 7))
    .toMatchObject({ 2: Array(7).fill('Safety Orientation'), 3: Array(7).fill('Safety Orientation') })
  await page.keyboard.press('Control+x')
  await expect.poll(() => readCells(4, 7)).toMatchObject({ 2: Array(7).fill(NONE), 3: Array(7).fill(NONE) })
  // Drawn immediately, saved a moment later.
  await expect
    .poll(() => serverCells(admin, week, 4, 7))
    .toEqual([
      ['', 'on_the_road: Joliet → Laredo', 'on_vacation', '', '', '', ''],
      ['', 'firing_process: says "enough"', '', '', '', '', ''],
      Array(7).fill(''),
      Array(7).fill(''),
    ])
  await nothingWaits(page)
})

test('planning works offline, survives a reload and a cut-off response, and reaches the server', async ({
  tablet,
  network,
  admin,
}) => {
  const page = tablet.page()
  const week = await openEmptyWeek(page)
  const { cell, readCells } = week
  network.set('down')
  await cell(0, 0).click()
  await cell(4, 6).click({ modifiers: ['Shift'] })
  await page.keyboard.press('v')
  await expect.poll(() => readCells(5, 7)).toEqual(Array(5).fill(Array(7).fill('Vacation')))
  await cell(1, 1).click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await page.keyboard.type('Rockford')
  await page.keyboard.press('Enter')
  await changesWaiting(page, 7)
  await page.reload()
  await expect(cell(1, 2)).toHaveAccessibleName(/Vacation, Rockford, (.*, )?Waiting to be sent/)
  await expect(cell(1, 1)).toHaveAccessibleName(/Nothing planned, (.*, )?Waiting to be sent/)
  network.set('cut_after_commit', isOutboxChange)
  await expect.poll(() => network.arrivals().size, { timeout: 30_000 }).toBeGreaterThan(0)
  network.set('none')
  await nothingWaits(page)
  const row = Array(7).fill('on_vacation')
  await expect
    .poll(() => serverCells(admin, week, 5, 7))
    .toEqual([row, ['on_vacation', '', 'on_vacation: Rockford', ...row.slice(3)], row, row, row])
})

test('a click on another day while the user types saves the description, and the next key sets the clicked day', async ({
  tablet,
}) => {
  const page = tablet.page()
  const { cell, readCells } = await openEmptyWeek(page)
  await cell(0, 0).click()
  await page.keyboard.press('v')
  await expect.poll(() => readCells(1, 1)).toEqual([['Vacation']])
  await page.keyboard.press('F2')
  await page.keyboard.type('abc')
  await cell(1, 1).click()
  await page.keyboard.press('o')
  await expect
    .poll(() => readCells(2, 2))
    .toEqual([
      ['Vacation, abc', NONE],
      [NONE, 'On The Road'],
    ])
  await expect(cell(1, 1)).toBeFocused()
})

test('keys faster than the device saves are applied in order, each to the result of the key before', async ({
  tablet,
  admin,
}) => {
  const page = tablet.page()
  const week = await openEmptyWeek(page)
  const { cell, readCells } = week
  await cell(0, 0).click()
  await cell(2, 0).click({ modifiers: ['Shift'] })
  // All in one task of the page: nothing is drawn or saved between the keys.
  await page.evaluate(() => {
    const press = (key: string, ctrlKey = false) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
      )
    press('o')
    press('v')
    press('d', true)
    press('s')
    press('z', true)
  })
  await expect.poll(() => readCells(3, 1)).toEqual([['Vacation'], ['Vacation'], ['Vacation']])
  await nothingWaits(page)
  await expect.poll(() => serverCells(admin, week, 3, 1)).toEqual([['on_vacation'], ['on_vacation'], ['on_vacation']])
})

test('Ctrl+X in an open day does not cut from the grid, and a paste without text changes nothing', async ({
  tablet,
}) => {
  const page = tablet.page()
  const { cell, readCells } = await openEmptyWeek(page)
  await cell(0, 0).click()
  await page.keyboard.press('v')
  await expect.poll(() => readCells(1, 1)).toEqual([['Vacation']])
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog')
  await editor.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Control+x')
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
  expect(await readCells(1, 1)).toEqual([['Vacation']])
  await cell(0, 0).evaluate((element) => {
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByRole('alert').filter({ hasText: 'There is nothing to paste' })).toBeVisible()
  expect(await readCells(1, 1)).toEqual([['Vacation']])
})

test('a fill handle that is dragged and released in one task fills as far as it was dragged', async ({ tablet }) => {
  const page = tablet.page()
  const { cell, readCells } = await openEmptyWeek(page)
  await cell(0, 0).click()
  await page.keyboard.press('v')
  await expect.poll(() => readCells(1, 1)).toEqual([['Vacation']])
  const end = await cell(4, 0).boundingBox()
  const handle = await page.locator('[data-fill-handle]').boundingBox()
  if (!end || !handle) throw new Error('the cell or the handle is not on screen')
  await page.evaluate(
    ([from, to]) => {
      const fire = (type: string, { x, y }: { x: number; y: number }) =>
        (document.elementFromPoint(x, y) ?? window).dispatchEvent(
          new PointerEvent(type, { clientX: x, clientY: y, bubbles: true, button: 0, pointerType: 'mouse' }),
        )
      fire('pointerdown', from)
      fire('pointermove', to)
      fire('pointerup', to)
    },
    [
      { x: handle.x + 4, y: handle.y + 4 },
      { x: end.x + 20, y: end.y + 20 },
    ] as const,
  )
  await expect.poll(() => readCells(5, 1)).toEqual(Array(5).fill(['Vacation']))
})

test('a colleague’s change takes neither the focus nor the text typed in a cell, even if its driver leaves the list', async ({
  tablet,
  admin,
}) => {
  const page = tablet.page()
  const week = await openEmptyWeek(page)
  const [driver = 0] = week.drivers
  const [date = ''] = week.dates
  await week.cell(0, 0).focus()
  await page.keyboard.press('ArrowUp')
  await page.getByRole('button', { name: 'Copy week' }).focus()
  expect(await admin.post('/api/schedule/', { driver, date, status: 'on_vacation', description: '' })).toBe(201)
  await expect.poll(() => week.readCells(1, 1)).toEqual([['Vacation']])
  await expect(page.getByRole('button', { name: 'Copy week' })).toBeFocused()

  await page.goto(`${new URL(page.url()).pathname}${new URL(page.url()).search}&filter=on_vacation`)
  await week.cell(0, 0).focus()
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: /^Description, / })
  await page.keyboard.type('home')
  const [day] = await admin.daysOf(driver, date)
  const other = { driver: week.drivers[20] ?? 0, date, status: 'on_vacation', description: '' }
  expect(await admin.post('/api/schedule/', other)).toBe(201)
  expect(await admin.patch(`/api/schedule/${day?.id}/`, { status: 'on_the_road' })).toBe(200)
  await expect(page.getByText('Another user has changed this day')).toBeVisible({ timeout: 10_000 })
  await expect(field).toHaveValue('home')
  await expect(field).toBeFocused()
})

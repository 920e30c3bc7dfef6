import { expect, it } from 'vitest'
import { exportSource } from '#src/areas/maintenance/list/download-inspections.ts'
import { anInspection } from '#tests/support/builders/an-inspection.ts'

const rows = [anInspection({ id: 1 }), anInspection({ id: 2 })]
const onlineWithoutChanges = { isOnline: true, isWaiting: () => false }

it('the server creates the file of inspections if it has all of them', () => {
  expect(exportSource(rows, onlineWithoutChanges)).toBe('server')
})

it('the device creates the file of inspections when offline', () => {
  expect(exportSource(rows, { ...onlineWithoutChanges, isOnline: false })).toBe('device')
})

it('the device creates the file of inspections when a change of one waits or one was created here', () => {
  expect(exportSource(rows, { ...onlineWithoutChanges, isWaiting: ({ id }) => id === 2 })).toBe('device')
  expect(exportSource([...rows, anInspection({ id: 0 })], onlineWithoutChanges)).toBe('device')
})

it('the device creates the file of inspections when there are more than the server accepts', () => {
  const many = Array.from({ length: 1001 }, (_, at) => anInspection({ id: at + 1 }))
  expect(exportSource(many.slice(1), onlineWithoutChanges)).toBe('server')
  expect(exportSource(many, onlineWithoutChanges)).toBe('device')
})

import { expect, it } from 'vitest'
import { exportSource } from '#src/areas/maintenance/list/download-inspections.ts'
import { anInspection } from '#tests/support/builders/an-inspection.ts'

const rows = [anInspection({ id: 1 }), anInspection({ id: 2 })]
const calm = { isOnline: true, isWaiting: () => false }

it('a file of inspections is made by the server where that knows all of them', () => {
  expect(exportSource(rows, calm)).toBe('server')
})

it('it is made on the device without a network', () => {
  expect(exportSource(rows, { ...calm, isOnline: false })).toBe('device')
})

it('it is made on the device when a change of one of them waits, or one was made here', () => {
  expect(exportSource(rows, { ...calm, isWaiting: ({ id }) => id === 2 })).toBe('device')
  expect(exportSource([...rows, anInspection({ id: 0 })], calm)).toBe('device')
})

it('it is made on the device when there are more than the server takes', () => {
  const many = Array.from({ length: 1001 }, (_, at) => anInspection({ id: at + 1 }))
  expect(exportSource(many.slice(1), calm)).toBe('server')
  expect(exportSource(many, calm)).toBe('device')
})

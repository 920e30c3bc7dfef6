import { afterEach, beforeEach, expect } from 'vitest'

let printed: string[] = []
const original = console.error

beforeEach(() => {
  printed = []
  console.error = (...parts: unknown[]) => {
    printed.push(parts.map(String).join(' '))
    original(...parts)
  }
})

/** What a test prints as an error is a fault nobody looked at: the test that lets it happen fails. */
afterEach(() => {
  console.error = original
  expect(printed, 'the test printed console.error').toEqual([])
})

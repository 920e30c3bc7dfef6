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

/** A test that prints an error fails: a printed error is a fault that no assertion covers. */
afterEach(() => {
  console.error = original
  expect(printed, 'the test printed console.error').toEqual([])
})

import { afterEach, expect, test, vi } from 'vitest'
import { GENERATED_LENGTH, generatePassword } from '#src/form/fields/generate-password.ts'

const CLASSES = [/[A-Z]/, /[a-z]/, /[0-9]/, /[~!@\-#$]/]
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789~!@-#$'

/** Makes the random source return these bytes in order, over and over. */
function mockRandomBytes(bytes: readonly number[]) {
  let at = 0
  return vi.spyOn(crypto, 'getRandomValues').mockImplementation((target) => {
    if (target instanceof Uint8Array) target.fill(bytes[at++ % bytes.length] ?? 0)
    return target
  })
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('a generated password has 25 characters of the alphabet, at least one of each class', () => {
  for (let made = 0; made < 2_000; made += 1) {
    const password = generatePassword()
    expect(password).toHaveLength(GENERATED_LENGTH)
    expect(password).toMatch(/^[A-Za-z0-9~!@\-#$]{25}$/)
    for (const one of CLASSES) expect(password).toMatch(one)
  }
})

test('a draw that lacks a class is discarded as a whole', () => {
  const letters = Array.from({ length: GENERATED_LENGTH }, (_, at) => at)
  const all = Array.from({ length: GENERATED_LENGTH }, (_, at) => [0, 26, 52, 62][at % 4] ?? 0)
  mockRandomBytes([...letters, ...all])
  expect(generatePassword()).toBe('Aa0~Aa0~Aa0~Aa0~Aa0~Aa0~A')
})

/** All 256 byte values, in an order that spreads each character class (and the unused bytes) evenly. */
function spreadBytes(): readonly number[] {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  const classOf = (byte: number) => CLASSES.findIndex((one) => byte < 204 && one.test(ALPHABET[byte % 68] ?? ''))
  return [-1, 0, 1, 2, 3]
    .map((one) => bytes.filter((byte) => classOf(byte) === one))
    .flatMap((members) => members.map((byte, at) => ({ byte, place: (at + 0.5) / members.length })))
    .sort((a, b) => a.place - b.place)
    .map(({ byte }) => byte)
}

test('all characters are equally likely: each has three byte values, and the remaining bytes are skipped', () => {
  const source = mockRandomBytes(spreadBytes())
  const counts = new Map<string, number>()
  // 204 of the 256 byte values stand for a character, three for each. 204 passwords use all 256 values 25 times.
  for (let made = 0; made < 204; made += 1) {
    for (const letter of generatePassword()) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  expect(source).toHaveBeenCalledTimes(256 * GENERATED_LENGTH)
  expect([...counts.keys()].sort()).toEqual([...ALPHABET].sort())
  expect(new Set(counts.values())).toEqual(new Set([3 * GENERATED_LENGTH]))
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPopular, popularPasswords } from '#server/modules/session/guessing/popular-passwords.ts'
import { assertGoodPassword, passwordFault } from '#server/modules/session/password-service.ts'
import { generatePassword } from '#src/form/generate-password.ts'

const RUTH = { first_name: 'Ruth', last_name: 'Nuñez-Callahan', email: ' ruth.c@blue-ridge.example' }
const COMMON = 'This password is among the commonest: take another.'
const PATTERN = 'This password repeats itself or follows the keyboard: take another.'
const NAME = 'The password must not contain a name: of the user, the company or Haulyard.'

test.each([
  ['short', 'Password must contain at least 8 characters'],
  ['x'.repeat(129), 'Password must contain at most 128 characters'],
  ['RUTH.c@blue-ridge.example', 'The password must not be the email address.'],
])('the password %s is refused', (password, said) => {
  expect(() => assertGoodPassword('new_password', password, RUTH)).toThrow(
    expect.objectContaining({ status: 400, body: { new_password: [said] } }),
  )
})

test.each(['Password1', 'letmein12', 'Summer2026', 'Summer2026!', 'sunshine!', 'P@ssw0rd', 'dispatcher', 'iLoveYou2'])(
  '%s is among the commonest passwords, or one with a little behind it',
  (password) => expect(passwordFault(password, RUTH)).toBe(COMMON),
)

test.each([
  ...[
    'aaaaaaaaaa',
    '        ',
    'abababab',
    'abc123456',
    '1234567891',
    'qwerty123',
    'qweasdzxc',
    '1qaz2wsx3edc',
    '87654321',
  ],
  ...['Abcdefgh', 'YardYardYard', 'gravel7gravel7', 'asdfghjkl;', '!@#$%^&*', 'zaq12wsx'],
])('%s is a pattern', (password) => expect(passwordFault(password, RUTH)).toBe(PATTERN))

test.each([
  ...[
    'Haulyard1',
    'haulyard2026',
    'my-h.a.u.l.y.a.r.d',
    'Ruth-and-diesel',
    'Nunez&diesel',
    'xx-CALLAHAN-xx',
    'nunezcallahan7',
  ],
  ...['ruth.c-and-diesel', 'BlueRidge-gravel', 'Callahan-drives-a-red-truck-home'],
])('%s contains a name', (password) => expect(passwordFault(password, RUTH)).toBe(NAME))

test.each(['gravel-8', 'gravel-and-diesel', 'ünïcödé ☂ yard', 'truth-or-dare', 'horse battery staple', 'Kx7#mPq2'])(
  '%s will do',
  (password) => expect(passwordFault(password, { ...RUTH, first_name: 'Bo' })).toBe(null),
)

test('ten thousand of the commonest passwords of eight characters and more are refused, and their trivial variants', () => {
  const long = [...popularPasswords()].filter((password) => password.length >= 8)
  expect(long.length).toBeGreaterThan(10_000)
  expect(long.filter((password) => passwordFault(password, RUTH) === null)).toEqual([])
  const variants = (password: string) => [password.toUpperCase(), `${password}1`, `${password}!`, `${password}2026`]
  const passed = long
    .filter((_, n) => n % 7 === 0)
    .flatMap(variants)
    .filter((password) => !isPopular(password))
  expect(passed).toEqual([])
})

test('a password that the app makes up is never refused', () => {
  const name = fc.string({ minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(name, name, name, name, (first_name, last_name, local, company) => {
      const owner = { first_name, last_name, email: `${local}@${company}.example` }
      expect(passwordFault(generatePassword(), owner)).toBe(null)
    }),
    { numRuns: 5_000 },
  )
})

test('a short name in a password that the app makes up is chance', () => {
  expect(passwordFault('K7#ruthQ2~m!Xb9-Lz4$Tg8@w', RUTH)).toBe(null)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPopular, popularPasswords } from '#server/modules/session/guessing/popular-passwords.ts'
import { assertGoodPassword, passwordProblem } from '#server/modules/session/password-service.ts'
import { generatePassword } from '#src/form/fields/generate-password.ts'

const RUTH = { first_name: 'Ruth', last_name: 'Nuñez-Callahan', email: ' ruth.c@blue-ridge.example', host: null }
const ANN = { first_name: 'Ann', last_name: 'Lee', email: 'ann@gmail.com', host: 'fleet.acme-freight.co.uk' }
const COMMON = 'This password is too common: choose another.'
const PATTERN = 'This password repeats itself or follows the keyboard: choose another.'
const NAME = 'The password must not contain the user’s name, the company’s name, or “Haulyard”.'

test.each([
  ['short', 'Password must contain at least 8 characters'],
  ['x'.repeat(129), 'Password must contain at most 128 characters'],
  ['RUTH.c@blue-ridge.example', 'The password must not be the email address.'],
])('the password %s is refused', (password, said) => {
  expect(() => assertGoodPassword('new_password', password, RUTH)).toThrow(
    expect.objectContaining({ status: 400, body: { new_password: [said] } }),
  )
})

test.each([
  ...['Password1', 'letmein12', 'Summer2026', 'Summer2026!', 'sunshine!', 'P@ssw0rd', 'dispatcher', 'iLoveYou2'],
  ...['Winter2026!!', 'Summer2026!?', 'Password-1', 'password.1', '!Password1', '2026summer', 'Summer_2026'],
  ...[
    'welcome@123',
    'admin@123',
    'p4ssw0rd',
    'pa55word',
    'pa$$w0rd!',
    '$unshine-77',
    'we1come#1',
    'Pass-word-1',
    'pässword',
  ],
  ...['ＰＡＳＳＷＯＲＤ', 'ｓｕｎｓｈｉｎｅ１'],
])('%s is a common password, or one with a little added', (password) =>
  expect(passwordProblem(password, RUTH)).toBe(COMMON),
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
  ...['ａｂｃｄｅｆｇｈ', 'Abcdefgh', 'YardYardYard', 'gravel7gravel7', 'asdfghjkl;', '!@#$%^&*', 'zaq12wsx'],
])('%s is a pattern', (password) => expect(passwordProblem(password, RUTH)).toBe(PATTERN))

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
  ...['H4ulyard-2026', 'h@u1yard-gravel', 'ca11ahan-gravel', 'Ｈａｕｌｙａｒｄ１'],
])('%s contains a name', (password) => expect(passwordProblem(password, RUTH)).toBe(NAME))

test.each([
  ...['AnnLee2026', 'annlee12', 'lee.ann.gravel', 'ann-and-diesel', 'Ann2026!!', 'gravel-ANN-diesel', 'myLeeGravel7'],
  ...['AcmeFreight7', 'acme-freight-gravel'],
])('%s contains a short name, or the company’s name from the app’s address', (password) =>
  expect(passwordProblem(password, ANN)).toBe(NAME),
)

test.each([
  ['alive-and-kicking', 'bob@live.com'],
  ['gray-mailbox-94', 'bob@mail.com'],
  ['gmailbags-of-gravel', 'bob@gmail.com'],
  ['savannah-and-diesel', 'ann@haulyard.example'],
  ['kansas-and-gravel', 'bob@outlook.com'],
])('%s is accepted for %s: it contains a name only by chance', (password, email) =>
  expect(passwordProblem(password, { ...ANN, last_name: 'Ng', email, host: '127.0.0.1' })).toBe(null),
)

test.each(['gravel-8', 'gravel-and-diesel', 'ünïcödé ☂ yard', 'truth-or-dare', 'horse battery staple', 'Kx7#mPq2'])(
  '%s is accepted',
  (password) => expect(passwordProblem(password, { ...RUTH, first_name: 'Bo' })).toBe(null),
)

test('more than ten thousand common passwords of at least eight characters are refused, and so are trivial variants', () => {
  const long = [...popularPasswords()].filter((password) => password.length >= 8)
  expect(long.length).toBeGreaterThan(10_000)
  expect(long.filter((password) => passwordProblem(password, RUTH) === null)).toEqual([])
  const variants = (password: string) =>
    [password.toUpperCase()].concat(
      ['1', '!', '2026', '-2026', '@123', '!?'].map((end) => password + end),
      `2026${password}`,
    )
  const passed = long
    .filter((_, n) => n % 7 === 0)
    .flatMap(variants)
    .filter((password) => !isPopular(password))
  expect(passed).toEqual([])
})

test('a generated password is never refused', () => {
  const name = fc.string({ minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(name, name, name, name, (first_name, last_name, local, company) => {
      const owner = { first_name, last_name, email: `${local}@${company}.example`, host: `${company}.example` }
      expect(passwordProblem(generatePassword(), owner)).toBe(null)
    }),
    { numRuns: 5_000 },
  )
})

test('a short name in a generated password is accepted as chance', () => {
  expect(passwordProblem('K7#ruthQ2~m!Xb9-Lz4$Tg8@w', RUTH)).toBe(null)
})

import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asciiLower } from '#contract/text/search.ts'
import { findUserByEmail } from '#server/modules/passwords/password-repository.ts'
import { addResetRequest } from '#server/modules/security/security-repository.ts'
import { findAccount } from '#server/modules/session/guessing/account-repository.ts'
import { signIn } from '#server/modules/session/session-service.ts'
import { aSource } from '#tests/support/builders/a-source.ts'
import { NOW, SECRET, type TestApp, testApp } from '#tests/support/server/app.ts'
import { hire } from '#tests/support/server/company.ts'

const EMAIL = 'kisses-dispatcher@haulyard.example'
let site: TestApp
let ruth: number

beforeAll(async () => {
  site = await testApp()
  ruth = await hire(site.db, { email: EMAIL, password_hash: 'a hash' })
})
afterAll(() => site.close())
beforeEach(() => site.db.script(null, 'truncate throttles'))

/** Characters that a locale, a Unicode rule or a keyboard treats as one of these letters. */
const LOOKALIKES: Readonly<Record<string, readonly string[]>> = {
  i: ['I', 'İ', 'ı', 'i̇', 'ｉ', 'Ｉ'],
  k: ['K', 'K', 'ｋ'],
  s: ['S', 'ſ', 'ｓ'],
  a: ['A', 'ａ', 'Å', 'ª'],
}
const replacements = [...EMAIL].flatMap((letter, at) =>
  [letter.toUpperCase(), ...(LOOKALIKES[letter] ?? [])].map((twin) => ({ at, twin })),
)
function respell(changes: readonly (typeof replacements)[number][]): string {
  const letters = [...EMAIL]
  for (const { at, twin } of changes) letters[at] = twin
  return letters.join('')
}
/** The e-mail address with up to three letters replaced. The examples replace one letter each. */
const spelling = fc.array(fc.constantFrom(...replacements), { maxLength: 3 }).map(respell)
const examples = replacements.map((one): [string] => [respell([one])])

test('the database folds every character of an e-mail address as the throttle does', async () => {
  const all = Array.from({ length: 0x2_0000 }, (_, point) => point)
    .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
    .map((point) => String.fromCodePoint(point))
  const rows = await site.db.query<{ character: string; folded: string }>(
    'test.fold',
    `select c as character, lower(c collate "C") as folded from json_array_elements_text($1::json) c`,
    [JSON.stringify(all)],
  )
  expect(rows).toHaveLength(all.length)
  expect(rows.filter(({ character, folded }) => folded !== asciiLower(character))).toEqual([])
})

test('an address belongs to an account if and only if it differs in the case of A to Z alone', async () => {
  const moment = { at: NOW.toISOString(), kind: 'reset_asked', network: '', userAgent: '', detail: '{}' }
  await fc.assert(
    fc.asyncProperty(spelling, async (email) => {
      const expected = asciiLower(email) === EMAIL ? ruth : undefined
      expect((await findAccount(site.db, email, ''))?.id).toBe(expected)
      expect((await findUserByEmail(site.db, email))?.id).toBe(expected)
      expect((await addResetRequest(site.db, email, moment)) ?? undefined).toBe(expected)
    }),
    { numRuns: 200, examples },
  )
})

test('all spellings of an account share its ten tries per network', async () => {
  const passwords = { matches: async (hash: string | null, password: string) => hash !== null && password === 'right' }
  const keys = { secrets: { current: SECRET, former: [] }, passwords }
  const attempt = (email: string, password: string) =>
    signIn(site.db, keys, { email, password, device: '', source: aSource(), now: NOW }).then(
      () => 200,
      (error: { status: number }) => error.status,
    )
  let wrong = 0
  await fc.assert(
    fc.asyncProperty(spelling, async (email) => {
      if (asciiLower(email) !== EMAIL || wrong === 10) return
      expect(await attempt(email, 'wrong')).toBe(401)
      wrong++
    }),
    { numRuns: 200 },
  )
  while (wrong++ < 10) await attempt(EMAIL, 'wrong')
  await fc.assert(
    fc.asyncProperty(spelling, async (email) => {
      expect([401, 429]).toContain(await attempt(email, 'right'))
    }),
    { numRuns: 60 },
  )
})

test('all spellings of an account share its limit of password resets', async () => {
  const ask = (email: string) => site.signedOut('POST', '/api/users/users/reset_password/', { body: { email } })
  const statuses: number[] = []
  for (const email of ['KISSES-', 'kisses-', 'Kisses-', 'kISSES-', 'kisseS-', 'KisseS-'])
    statuses.push((await ask(`${email}dispatcher@haulyard.example`)).status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
})

import type { Random } from '#server/demo/random.ts'
import { RawJson } from './json-text.ts'

/** Texts that often break programs. Headers and addresses use those that they can carry. */
export const ODD_TEXTS: readonly string[] = [
  ...['', ' ', '\0', 'a\0b', '\t\r\n', '\u2028', '\u202egnp.exe', '\ufeff1', 'NaN', 'Infinity', 'null', 'undefined'],
  ...['true', 'on', '0', '-0', '00', '1.', '.5', '1e3', '0x10', '1_000', '٣', '１', '１２３', '-1', '9'.repeat(30)],
  ...['\ud800', '\udc00\ud800', 'a\udfff', '💩', 'e\u0301', 'İ', 'ß', 'ﬀ', '\u{10ffff}', '\uffff'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '[object Object]'],
  ...[
    "'; drop table users; --",
    '" or 1=1',
    '%',
    '_',
    '\\',
    '%s%n',
    `\${7*7}`,
    '{{7*7}}',
    '$1',
    '<script>alert(1)</script>',
  ],
  ...['../../etc/passwd', '..\\..\\x', 'file:///etc/passwd', '//evil.example', 'javascript:alert(1)', 'con.txt'],
  ...['0000-00-00', '2026-02-30', '9999-12-31', '10000-01-01', '-0001-01-01', '2026-11-21T25:00:00Z', '+275760-09-13'],
  ...['0001-01-01', '2026-1-1', '2026-11-21T00:00:00+99:99', '24:00', 'a@b', 'a@b..c', '"a b"@c.example', '@'],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '01A3185C50007BB6A75EB900027ADC9B',
  ],
]

const ODD_JSON = [
  ...[
    '1e999',
    '-1e999',
    '1e-999',
    '-0',
    '-0.0',
    '1E400',
    '9007199254740993',
    '-9223372036854775809',
    '1.0000000000000001',
  ],
  ...['"\\ud800"', '"\\u0000"', '"\\udfff\\ud83d"', '{"__proto__":{"role":"administrator"}}', '{"__proto__":null}'],
  ...['{"constructor":{"prototype":{"id":1}}}', '{"toString":1,"valueOf":2}', '{"length":4294967295}', '{"then":1}'],
  ...['{"id":1,"id":2}', '{"":""}', '{"toJSON":"x"}', '[[[]]]', '[null,null]', '[{}]'],
]

const ODD_NUMBERS: readonly number[] = [
  ...[
    0,
    -1,
    1.5,
    -0.1,
    0.1 + 0.2,
    1e21,
    1e300,
    5e-324,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 32,
    2 ** 53,
    2 ** 63,
  ],
  ...[32_767, 32_768, 999_999_999, 1e15, 99_999_999.99, 9_999_999.995, 253_402_300_800, 8.64e15 + 1],
]

/** Lists or objects nested in one another, up to 9000 levels deep. */
function nested(random: Random): RawJson {
  const depth = random.pick([3, 40, 500, 3000, 9000])
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const)
  return new RawJson(`${open.repeat(depth)}1${close.repeat(depth)}`)
}

function longText(random: Random): string {
  const letter = random.pick(['x', 'é', '💩', ' ', '.', '"', '\\', '@', '1', '\n', 'a@'])
  return letter.repeat(random.pick([33, 101, 321, 2001, 5001, 20_000]))
}

/** A value that schemas rarely accept. */
export function oddValue(random: Random): unknown {
  const kind = random.weighted([
    ['text', 6],
    ['number', 4],
    ['raw', 4],
    ['plain', 4],
    ['long', 2],
    ['deep', 1],
    ['many', 0.4],
  ] as const)
  if (kind === 'text') return random.pick(ODD_TEXTS)
  if (kind === 'number') return random.pick(ODD_NUMBERS) * random.pick([1, 1, -1])
  if (kind === 'raw') return new RawJson(random.pick(ODD_JSON))
  if (kind === 'plain') return random.pick([null, true, false, {}, [], [[]], [null], [{}], { '': null }, { 0: 0 }])
  if (kind === 'long') return longText(random)
  if (kind === 'deep') return nested(random)
  return Array.from({ length: random.pick([21, 367, 1001, 5001]) }, () => random.pick([1, 'x', null, '2026-11-21']))
}

/** A field name that bodies do not have, that is protected, or that has a meaning in JavaScript. */
export function oddName(random: Random): string {
  return random.pick([
    ...['__proto__', 'constructor', 'prototype', 'toString', '', '0', 'id', 'version', 'role', 'is_active', 'user_id'],
    ...['non_field_errors', 'detail', 'client_id', 'a.b', 'a[b]', '\0', '\ud800', 'x'.repeat(300)],
  ])
}

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { newArea } from '#scripts/new/area.ts'
import { singularOf } from '#scripts/new/area-name.ts'

const FIELDS = [
  { name: 'label', kind: 'text' },
  { name: 'due', kind: 'day' },
  { name: 'note', kind: 'text' },
] as const
const area = newArea({ path: 'gate-pass', paths: 'gate-passes' }, FIELDS)
const textOf = (end: string) => area.own.find(({ path }) => path.endsWith(end))?.text ?? ''

/** What the command says and exits with; it writes nothing where it refuses. */
const run = (...args: readonly string[]) =>
  new Promise<readonly [code: number, said: string]>((resolve) => {
    const command = execFile(process.execPath, ['scripts/new.ts', ...args], (_, __, said) => {
      resolve([command.exitCode ?? 0, said.split('\n')[0] ?? ''])
    })
  })

test('the names of an area stand in every form that code needs, also where many are called otherwise than by an "s"', () => {
  expect(textOf('gate-passes.ts')).toContain('export const gatePass = z.object(')
  expect(textOf('gate-passes.ts')).toContain("path: '/api/gate-passes/',")
  expect(textOf('-commands.ts')).toContain("name: 'gate_passes.create'")
  expect(textOf('.sql')).toContain('create table gate_passes (')
  expect(textOf('-page.tsx')).toContain('title="Gate passes"')
  for (const { path, text } of [...area.own, ...area.existing]) expect(`${path} ${text}`).not.toMatch(/spare.?part/i)
})

test.each([
  ['fuel-cards', 'fuel-card'],
  ['gate-passes', 'gate-pass'],
  ['tire-boxes', 'tire-box'],
  ['facilities', 'facility'],
  ['licenses', 'license'],
])('one of the %s is a %s', (many, one) => {
  expect(singularOf(many)).toBe(one)
})

test('the fields stand in the order in which they were named', () => {
  expect(textOf('-repository.ts').match(/^ {4}\w+: '(?:text|date)'/gm)).toEqual([
    "    label: 'text'",
    "    due: 'date'",
    "    note: 'text'",
  ])
  for (const { text } of area.own) expect(text).not.toMatch(/\b(?:a|other)_(?:text|day)\b|first_field|\ba title\b/i)
})

test.each([
  ['one text', [{ name: 'tag', kind: 'text' }]],
  ['texts alone', ['tag', 'vendor'].map((name) => ({ name, kind: 'text' as const }))],
  [
    'names that hold a mark',
    ['extra_text', 'another_text', 'a_day_first', 'first_field', 'spare_part'].map((name) => ({
      name,
      kind: 'text' as const,
    })),
  ],
] as const)('an area of %s is sound TypeScript, with each field in its place', (_, fields) => {
  const { own } = newArea({ path: 'toll-tag', paths: 'toll-tags' }, fields)
  for (const { path, text } of own.filter(({ path }) => /\.tsx?$/.test(path)))
    expect(() => parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') }), path).not.toThrow()
  const columns = own.find(({ path }) => path.endsWith('-repository.ts'))?.text.match(/^ {4}\w+: 'text'/gm)
  expect(columns).toEqual(fields.map(({ name }) => `    ${name}: 'text'`))
})

test('an existing file keeps all its lines, and gets the area’s', () => {
  for (const { path, text } of area.existing) {
    const lines = new Set(text.split('\n'))
    expect(
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => !lines.has(line)),
      path,
    ).toEqual([])
    expect(text).toMatch(/gate.?pass/i)
  }
})

test.each([
  ['Only "area" can be created.', ['field']],
  ['"Fuel cards" is not a plural name in lowercase letters with hyphens.', ['area', 'Fuel cards', 'name:text']],
  ['"name" is not a valid field.', ['area', 'fuel-cards', 'name']],
  ['"price:money" is not a valid field.', ['area', 'fuel-cards', 'price:money']],
  ['The first field must be a text.', ['area', 'fuel-cards', 'expires:day', 'name:text']],
  ['The first field must be a text.', ['area', 'fuel-cards']],
  ['Two fields have the same name.', ['area', 'fuel-cards', 'name:text', 'name:day']],
  ['Every record has the field "version" already.', ['area', 'fuel-cards', 'name:text', 'version:text']],
  ['"order" is a word of SQL. Give the field another name.', ['area', 'fuel-cards', 'order:text']],
  ['"class" is a word of JavaScript. Give the field another name.', ['area', 'fuel-cards', 'class:text']],
  ['"class" is a word of JavaScript. Give the area another name.', ['area', 'classes', 'name:text']],
  ['contract/people/contact-changes.ts has contacts already.', ['area', 'contacts', 'name:text']],
  ['contract/maintenance/inspection-changes.ts has inspections already.', ['area', 'inspections', 'name:text']],
  ['contract/expenses/duplicate-expenses.ts has expenses already.', ['area', 'expenses', 'name:text']],
])('it says “%s” and writes nothing', async (said, args) => {
  expect(await run(...args)).toEqual([2, said])
})

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

/** Runs a command that must be refused, so it writes nothing. Resolves to its exit code and its first error line. */
const run = (...args: readonly string[]) =>
  new Promise<readonly [code: number, said: string]>((resolve) => {
    const command = execFile(process.execPath, ['scripts/new.ts', ...args], (_, __, said) => {
      resolve([command.exitCode ?? 0, said.split('\n')[0] ?? ''])
    })
  })

test('an area’s name is written in every form that the code needs, including irregular plurals', () => {
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
])('the singular of %s is %s', (many, one) => {
  expect(singularOf(many)).toBe(one)
})

test('the fields are in the order in which they were given', () => {
  expect(textOf('-repository.ts').match(/^ {4}\w+: '(?:text|date)'/gm)).toEqual([
    "    label: 'text'",
    "    due: 'date'",
    "    note: 'text'",
  ])
  for (const { text } of area.own) expect(text).not.toMatch(/\b(?:a|other)_(?:text|day)\b|first_field|\ba title\b/i)
})

test.each([
  ['one text field', [{ name: 'tag', kind: 'text' }]],
  ['text fields only', ['tag', 'vendor'].map((name) => ({ name, kind: 'text' as const }))],
  [
    'field names that contain a name of the template',
    ['extra_text', 'another_text', 'a_day_first', 'first_field', 'spare_part'].map((name) => ({
      name,
      kind: 'text' as const,
    })),
  ],
] as const)('an area with %s is valid TypeScript with each field in its place', (_, fields) => {
  const { own } = newArea({ path: 'toll-tag', paths: 'toll-tags' }, fields)
  for (const { path, text } of own.filter(({ path }) => /\.tsx?$/.test(path)))
    expect(() => parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') }), path).not.toThrow()
  const columns = own.find(({ path }) => path.endsWith('-repository.ts'))?.text.match(/^ {4}\w+: 'text'/gm)
  expect(columns).toEqual(fields.map(({ name }) => `    ${name}: 'text'`))
})

test('an existing file keeps all its lines and gets those of the new area', () => {
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
])('the command is refused with “%s”', async (said, args) => {
  expect(await run(...args)).toEqual([2, said])
})

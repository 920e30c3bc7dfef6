import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** For each of the most important rules one file that breaks it: path → [rule, text]. */
const PLANTED: Readonly<Record<string, readonly [string, string]>> = {
  'server/modules/clock.ts': ['noProcessEnv', 'export const zone = process.env.TZ\n'],
  'src/app/deep.ts': ['noRestrictedImports', "import { one } from '../../contract/one.ts'\n\nexport const two = one\n"],
  'src/app/loose.ts': ['noExplicitAny', 'export const loose = (value: any): string => String(value)\n'],
  'src/app/noisy.ts': ['noConsole', "console.log('here')\n"],
  'src/app/floating.ts': [
    'noFloatingPromises',
    "const later = async (): Promise<string> => 'done'\n\nexport function go(): void {\n  later()\n}\n",
  ],
  'src/app/misused.ts': [
    'noMisusedPromises',
    "const later = async (): Promise<boolean> => true\n\nexport function go(): string {\n  if (later()) return 'always'\n  return 'never'\n}\n",
  ],
  'src/app/cases.ts': [
    'useExhaustiveSwitchCases',
    "export function color(state: 'on' | 'off'): string {\n  switch (state) {\n    case 'on':\n      return 'green'\n  }\n  return ''\n}\n",
  ],
  'src/app/exported.ts': ['noDefaultExport', 'const value = 1\nexport default value\n'],
  'src/app/barrel.ts': ['noBarrelFile', "export { exported } from './exported.ts'\n"],
  'src/app/NotKebab.ts': ['useFilenamingConvention', 'export const there = true\n'],
  'src/app/long-function.ts': [
    'noExcessiveLinesPerFunction',
    `export function count(): number {\n  let sum = 0\n${'  sum += 1\n'.repeat(41)}  return sum\n}\n`,
  ],
  'src/app/swallowed.ts': ['noEmptyBlockStatements', 'try {\n  JSON.parse("")\n} catch {}\n'],
  'tests/skipped.test.ts': ['noSkippedTests', "import { it } from 'vitest'\n\nit.skip('later', () => undefined)\n"],
}

interface BiomeReport {
  readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: unknown } }[]
}
let site = ''
let report: BiomeReport = { diagnostics: [] }

beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'haulyard-lint-'))
  for (const name of ['biome.json', 'package.json', '.gitignore']) copyFileSync(name, join(site, name))
  symlinkSync(join(process.cwd(), 'node_modules'), join(site, 'node_modules'), 'junction')
  for (const [path, [, text]] of Object.entries(PLANTED)) {
    mkdirSync(dirname(join(site, path)), { recursive: true })
    writeFileSync(join(site, path), text)
  }
  report = JSON.parse(biome(['lint', '--reporter=json', '--max-diagnostics=none', '.']))
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

/** Biome's report. Biome exits with code 1 when it finds something, as it should here. */
function biome(parameters: readonly string[]): string {
  const command = join(process.cwd(), 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  try {
    return execFileSync(process.execPath, [command, ...parameters], { cwd: site, encoding: 'utf8', stdio: 'pipe' })
  } catch (failure) {
    if (failure instanceof Error && 'stdout' in failure) return String(failure.stdout)
    throw failure
  }
}

describe('the linter', () => {
  it.each(Object.entries(PLANTED))('reports the planted breach in %s', (path, [rule]) => {
    const found = report.diagnostics.filter((one) => JSON.stringify(one.location.path).includes(path))
    expect(found.map((one) => one.category.split('/').at(-1))).toContain(rule)
  })
})

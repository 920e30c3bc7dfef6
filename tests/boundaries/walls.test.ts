import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cruise, type ICruiseOptions, type IForbiddenRuleType } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowedImports, type PlantedProject, violations } from './planted-imports.ts'

interface Walls {
  readonly forbidden: readonly IForbiddenRuleType[]
  readonly options: ICruiseOptions
}
const { default: walls }: { default: Walls } = await import(pathToFileURL(resolve('.dependency-cruiser.mjs')).href)
const { forbidden } = walls
let site = ''

beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'haulyard-walls-'))
  const { dependencies, devDependencies, imports, type } = JSON.parse(readFileSync('package.json', 'utf8'))
  writeFileSync(join(site, 'package.json'), JSON.stringify({ dependencies, devDependencies, imports, type }))
  symlinkSync(join(process.cwd(), 'node_modules'), join(site, 'node_modules'), 'junction')
})
afterAll(() => rmSync(site, { recursive: true, force: true }))

function importing(written: string, at: number): string {
  const [, isType, from] = written.match(/^(type )?(.*)$/) ?? []
  return isType
    ? `import type { Part } from '${from}'\nexport type Part${at} = Part`
    : `import * as part${at} from '${from}'\nexport { part${at} }`
}

/** Writes the project into the emptied site and returns the names of the rules that it breaks. */
async function rulesBrokenBy(house: PlantedProject): Promise<string[]> {
  const folders = ['contract', 'src', 'sw', 'server', 'tests', 'scripts']
  for (const folder of folders) {
    rmSync(join(site, folder), { recursive: true, force: true })
    mkdirSync(join(site, folder))
  }
  for (const [path, imports] of Object.entries(house)) {
    mkdirSync(dirname(join(site, path)), { recursive: true })
    writeFileSync(join(site, path), `${imports.map(importing).join('\n')}\nexport const there = true\n`)
  }
  const { output } = await cruise(folders, {
    ...walls.options,
    preserveSymlinks: true,
    baseDir: site,
    ruleSet: { forbidden: [...forbidden] },
    validate: true,
  })
  if (typeof output === 'string') throw new Error(output)
  expect(output.summary.totalCruised).toBeGreaterThanOrEqual(Object.keys(house).length)
  return [...new Set(output.summary.violations.map((violation) => violation.rule.name))]
}

describe('the import walls', () => {
  it('have one planted violation for every rule', () => {
    expect(Object.keys(violations).sort()).toEqual(forbidden.map((rule) => rule.name ?? '').sort())
  })

  it.each(Object.entries(violations))('report a violation of %s, and of no other rule', async (rule, house) => {
    expect(await rulesBrokenBy(house)).toEqual([rule])
  })

  it('let allowed imports through', async () => {
    expect(await rulesBrokenBy(allowedImports)).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { ensureEngines } from '#scripts/install-engines.mjs'

/** A machine that has some engines and can install the others. */
function aMachine({ has, isRoot }: { has: readonly string[]; isRoot: boolean }) {
  const here = new Set(has)
  const commands: string[] = []
  const engines = (['WebKit', 'Firefox'] as const).map((name) => ({
    name,
    why: () => (here.has(name) ? null : `no ${name}`),
    packages: [name],
  }))
  const machine = {
    isRoot,
    apt: async (...parameters: readonly string[]) => {
      commands.push(parameters.join(' '))
      for (const { name } of engines) if (parameters.includes(name)) here.add(name)
      return { code: 0, output: '', seconds: 0 }
    },
    say: () => undefined,
  }
  return { machine, engines, commands, here }
}

test('root installs only the missing engine', async () => {
  const { machine, engines, commands, here } = aMachine({ has: ['WebKit'], isRoot: true })
  await ensureEngines(machine, engines)
  expect([...here]).toEqual(['WebKit', 'Firefox'])
  expect(commands).toEqual(['update -qq', 'install -y -qq --no-install-recommends Firefox'])
})

test('without root rights nothing is installed, and the journeys report what is missing', async () => {
  const { machine, engines, commands } = aMachine({ has: [], isRoot: false })
  await ensureEngines(machine, engines)
  expect(commands).toEqual([])
  expect(engines.map(({ why }) => why())).toEqual(['no WebKit', 'no Firefox'])
})

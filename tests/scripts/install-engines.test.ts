import { expect, test } from 'vitest'
import { ensureEngines } from '#scripts/install-engines.mjs'

/** A machine that has some engines and may install others. */
function aMachine({ has, isRoot }: { has: readonly string[]; isRoot: boolean }) {
  const here = new Set(has)
  const asked: string[] = []
  const engines = (['WebKit', 'Firefox'] as const).map((name) => ({
    name,
    why: () => (here.has(name) ? null : `no ${name}`),
    packages: [name],
  }))
  const machine = {
    isRoot,
    apt: async (...parameters: readonly string[]) => {
      asked.push(parameters.join(' '))
      for (const { name } of engines) if (parameters.includes(name)) here.add(name)
      return { code: 0, output: '', seconds: 0 }
    },
    say: () => undefined,
  }
  return { machine, engines, asked, here }
}

test('root gets the engine that is missing, and nothing that is here', async () => {
  const { machine, engines, asked, here } = aMachine({ has: ['WebKit'], isRoot: true })
  await ensureEngines(machine, engines)
  expect([...here]).toEqual(['WebKit', 'Firefox'])
  expect(asked).toEqual(['update -qq', 'install -y -qq --no-install-recommends Firefox'])
})

test('who may install nothing is asked for nothing: the journeys say what is missing', async () => {
  const { machine, engines, asked } = aMachine({ has: [], isRoot: false })
  await ensureEngines(machine, engines)
  expect(asked).toEqual([])
  expect(engines.map(({ why }) => why())).toEqual(['no WebKit', 'no Firefox'])
})

import { describe, expect, test } from 'vitest'
import { OfflineRun, type Step } from '#tests/support/offline/offline-run.ts'
import { THINGS } from '#tests/support/offline/offline-things.ts'

const MANY = THINGS.length
/** Many changes wait, and the network comes back as it is said. */
async function back(...steps: readonly Step[]) {
  const run = new OfflineRun(1)
  const online: Step[] = [{ do: 'network', to: 'on' }, { do: 'online' }, { do: 'wait', ms: 500 }]
  const before: Step[] = [
    { do: 'wait', ms: 100 },
    { do: 'network', to: 'off' },
    { do: 'round', tab: 0, field: 0 },
  ]
  for (const step of [...before, { do: 'wait', ms: 100 } as const, ...steps, ...online]) await run.step(step)
  return run
}

describe('of many changes', () => {
  test('few go by themselves, until one was answered; then the rest go together', async () => {
    const { server } = await back()
    expect(server.together).toHaveLength(1)
    expect(server.together[0]).toBeGreaterThanOrEqual(MANY - 4)
    expect(server.history).toHaveLength(MANY)
  })
  test('none goes with others as long as the server only fails: each is tried once, by itself', async () => {
    const { server, wire } = await back({ do: 'trouble', troubles: Array.from({ length: MANY + 5 }, () => '500') })
    expect(server.together).toEqual([])
    expect(server.history).toEqual([])
    expect(wire.troubles).toHaveLength(5)
  })
  test('those that a server stopped before, and all of one that takes no several, go by themselves at once', async () => {
    for (const trouble of ['half', 'older'] as const) {
      const { server } = await back({ do: 'trouble', troubles: ['ok', 'ok', 'ok', trouble] })
      expect(server.history).toHaveLength(MANY)
      expect(server.together).toHaveLength(trouble === 'half' ? 1 : 0)
    }
  })
})

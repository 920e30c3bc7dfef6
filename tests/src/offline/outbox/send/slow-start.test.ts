import { describe, expect, test } from 'vitest'
import { OfflineRun, type Step } from '#tests/support/offline/offline-run.ts'
import { THINGS } from '#tests/support/offline/offline-things.ts'

const MANY = THINGS.length
/** A run in which many changes wait, `steps` follow, and then the network returns. */
async function comeOnline(...steps: readonly Step[]) {
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
  test('a few are sent one by one until one has a response; then the rest go in one batch', async () => {
    const { server } = await comeOnline()
    expect(server.batchSizes).toHaveLength(1)
    expect(server.batchSizes[0]).toBeGreaterThanOrEqual(MANY - 4)
    expect(server.history).toHaveLength(MANY)
  })
  test('none goes in a batch while the server only fails: each is tried once, alone', async () => {
    const { server, wire } = await comeOnline({
      do: 'trouble',
      troubles: Array.from({ length: MANY + 5 }, () => '500'),
    })
    expect(server.batchSizes).toEqual([])
    expect(server.history).toEqual([])
    expect(wire.troubles).toHaveLength(5)
  })
  test('those that the server did not begin in a batch, or all if it accepts no batch, are sent one by one immediately', async () => {
    for (const trouble of ['half', 'older'] as const) {
      const { server } = await comeOnline({ do: 'trouble', troubles: ['ok', 'ok', 'ok', trouble] })
      expect(server.history).toHaveLength(MANY)
      expect(server.batchSizes).toHaveLength(trouble === 'half' ? 1 : 0)
    }
  })
})

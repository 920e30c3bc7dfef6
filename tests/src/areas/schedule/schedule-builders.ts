import type { ScheduleRow } from '#contract/schedule.ts'
import type { ScheduleDay } from '#contract/schedule-day.ts'
import type { DaySaving } from '#src/areas/schedule/day-edit.ts'
import type { Effect } from '#src/offline/command.ts'
import { type Fold, foldOf } from '#src/offline/fold.ts'

export function aDay(over: Partial<ScheduleDay> = {}): ScheduleDay {
  const day: ScheduleDay = {
    id: 1,
    driver: 12,
    date: '2026-11-21',
    status: 'on_the_road',
    description: '',
    client_id: null,
    version: 1,
  }
  return { ...day, ...over }
}

export function aScheduleRow(
  driver: { readonly id: number; readonly name: string },
  days: readonly ScheduleDay[],
  dispatcher: { readonly id: number; readonly name: string } | null = { id: 1, name: 'Dana Whitfield' },
): ScheduleRow {
  return {
    id: dispatcher?.id ?? null,
    user: dispatcher ? aPerson(dispatcher) : null,
    status: dispatcher ? 'working' : null,
    drivers: [
      {
        id: driver.id,
        user: aPerson(driver),
        truck: '104',
        trailer: 'TL-1001',
        current_status: 'on_the_road',
        days: [...days],
      },
    ],
  }
}

function aPerson({ id, name }: { readonly id: number; readonly name: string }) {
  const [first_name = '', last_name = ''] = name.split(' ')
  return { id, first_name, last_name, email: `${id}@haulyard.example`, phone: '', photo: null }
}

/** What a change sends, where it sends something about days. */
interface SentBody {
  readonly client_id?: string
  readonly client_ids?: Readonly<Record<string, string>>
}
interface Sent {
  readonly endpoint: string
  readonly request: { readonly params?: unknown; readonly body?: unknown }
  readonly touches: readonly string[]
  readonly seenVersion: number | null
  readonly words: { readonly record: string; readonly change: string }
}

/** An outbox that takes changes and keeps them: what would be sent, and what they show. Ids count up. */
export function anOutbox(): DaySaving & {
  readonly sent: readonly Sent[]
  readonly bodies: readonly SentBody[]
  /** How many changes were kept at once, each time. */
  readonly saves: readonly number[]
  fold(): Fold
} {
  const sent: Sent[] = []
  const effects: (readonly Effect[])[] = []
  const bodies: SentBody[] = []
  const saves: number[] = []
  let made = 0
  return {
    sent,
    bodies,
    saves,
    fold: () => foldOf(effects.map((shown) => ({ effects: shown, settled: null }))),
    newId: () => {
      made += 1
      return `0193f2a0-0000-7000-8000-${String(made).padStart(12, '0')}`
    },
    submit: (drafts) => {
      saves.push(drafts.length)
      for (const { command, input, seenVersion } of drafts) {
        // As when it is read back from the device: only what the schema lets through counts.
        const stored = command.input._zod.run({ value: structuredClone(input), issues: [] }, {})
        if (stored instanceof Promise || stored.issues.length > 0)
          throw new Error(`${command.name}: the input is refused`)
        const kept = stored.value as never
        effects.push(command.shows(kept))
        bodies.push((command.request(kept).body ?? {}) as SentBody)
        sent.push({
          endpoint: command.endpoint.name,
          request: command.request(kept),
          touches: command.touches(kept),
          seenVersion,
          words: command.describe(kept),
        })
      }
      return Promise.resolve()
    },
  }
}

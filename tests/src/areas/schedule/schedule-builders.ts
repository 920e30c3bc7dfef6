import type { ScheduleDay, ScheduleRow } from '#contract/boards/schedule.ts'
import type { DayDriver, RowEdit, WantedDay } from '#src/areas/schedule/day/day-edit.ts'
import { rowDraft } from '#src/areas/schedule/row-draft-commands.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { Effect } from '#src/offline/command.ts'
import { type Fold, foldOf } from '#src/offline/fold/fold.ts'

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
  readonly params: unknown
  readonly body: SentBody
  readonly touches: readonly string[]
  readonly seenVersion: number | null
  readonly words: { readonly record: string; readonly change: string }
}

/** What one edit of one day is. */
export function editOf(driver: DayDriver, date: IsoDay, was: ScheduleDay | null, to: WantedDay | null): RowEdit {
  return { driver, targets: [{ date, was, to }] }
}

/** Ids that count up. */
export function ids(): () => string {
  let made = 0
  return () => {
    made += 1
    return `0193f2a0-0000-7000-8000-${String(made).padStart(12, '0')}`
  }
}

/** An outbox that takes changes and keeps them: what would be sent, and what they show. */
export function anOutbox() {
  const sent: Sent[] = []
  const effects: (readonly Effect[])[] = []
  const newId = ids()
  return {
    sent: sent as readonly Sent[],
    fold: (): Fold => foldOf(effects.map((shown) => ({ effects: shown, settled: null }))),
    keep(...rows: readonly RowEdit[]): void {
      for (const draft of rows.flatMap((row) => rowDraft(row, newId) ?? [])) {
        const { command, seenVersion } = draft
        // As when it is read back from the device: only what the schema lets through counts.
        const stored = command.input._zod.run({ value: structuredClone(draft.input), issues: [] }, {})
        if (stored instanceof Promise || stored.issues.length > 0)
          throw new Error(`${command.name}: the input is refused`)
        const kept = stored.value as never
        effects.push(command.effects(kept))
        sent.push({
          endpoint: command.endpoint.name,
          params: command.request(kept).params,
          body: (command.request(kept).body ?? {}) as SentBody,
          touches: command.touches(kept),
          seenVersion,
          words: command.describe(kept),
        })
      }
    },
  }
}

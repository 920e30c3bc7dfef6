import type { ScheduleDay, ScheduleRow } from '#contract/boards/schedule.ts'
import type { DayDriver, RowEdit, WantedDay } from '#src/areas/schedule/day/day-edit.ts'
import { rowDraft } from '#src/areas/schedule/row-draft-commands.ts'
import type { IsoDay } from '#src/format/calendar.ts'
import type { Effect } from '#src/offline/command.ts'
import type { Fold } from '#src/offline/fold/fold.ts'
import { foldOf } from '#src/offline/fold/incremental-fold.ts'

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

/** The properties of a request body that tests read. */
interface SentBody {
  readonly client_id?: string
  readonly client_ids?: Readonly<Record<string, string>>
}
interface SentChange {
  readonly endpoint: string
  readonly params: unknown
  readonly body: SentBody
  readonly touches: readonly string[]
  readonly seenVersion: number | null
  readonly words: { readonly record: string; readonly change: string }
}

/** An edit of one day. */
export function editOf(driver: DayDriver, date: IsoDay, was: ScheduleDay | null, to: WantedDay | null): RowEdit {
  return { driver, targets: [{ date, was, to }] }
}

/** Returns a source of ids that count up. */
export function ids(): () => string {
  let count = 0
  return () => {
    count += 1
    return `0193f2a0-0000-7000-8000-${String(count).padStart(12, '0')}`
  }
}

/** A fake outbox. It records what each change would send and its optimistic effects. */
export function anOutbox() {
  const sent: SentChange[] = []
  const effects: (readonly Effect[])[] = []
  const newId = ids()
  return {
    sent: sent as readonly SentChange[],
    fold: (): Fold => foldOf(effects.map((shown) => ({ effects: shown, settled: null }))),
    save(...rows: readonly RowEdit[]): void {
      for (const draft of rows.flatMap((row) => rowDraft(row, newId) ?? [])) {
        const { command, seenVersion } = draft
        // Uses only what the schema accepts, as when the input is read back from the device.
        const stored = command.input._zod.run({ value: structuredClone(draft.input), issues: [] }, {})
        if (stored instanceof Promise || stored.issues.length > 0)
          throw new Error(`${command.name}: the input is refused`)
        const input = stored.value as never
        effects.push(command.effects(input))
        sent.push({
          endpoint: command.endpoint.name,
          params: command.request(input).params,
          body: (command.request(input).body ?? {}) as SentBody,
          touches: command.touches(input),
          seenVersion,
          words: command.describe(input),
        })
      }
    },
  }
}

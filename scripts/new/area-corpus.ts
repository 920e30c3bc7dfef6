import type { NewFile } from './area.ts'
import { type AreaName, snake } from './area-name.ts'
import type { NewField } from './template.ts'

const CLIENT_ID = '01a20b54-6afb-72be-a01d-3ffd14055444'
const FIRST_VALUES = { text: 'Some text', 'text?': '', day: '2027-03-01' } as const
const CHANGED_VALUES = { text: 'Another text', 'text?': 'A text', day: '2028-03-01' } as const

const valuesOf = (fields: readonly NewField[], values: Readonly<Record<NewField['kind'], string>>) =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, values[kind]]))

/** A stored outbox entry in the state `waiting`. */
const waitingEntry = (command: string, touched: string, content: object) => ({
  unsettled: [
    {
      ...{ revision: 0, earlier: [], state: 'waiting', wasSent: false, attempts: 0, nextTryAt: 0, problem: null },
      ...{
        settledAt: null,
        versions: [],
        id: '01a20b54-6efa-70f6-b460-271213141497',
        user: '1',
        madeAt: 1_795_486_412_538,
      },
      ...{ command, commandVersion: 1, touches: [touched], files: [], seq: 2 },
      ...{ device: '01a20b54-4bb0-7f3e-87fa-fd6f798a8af0', seenVersion: null },
      ...content,
    },
  ],
})

/**
 * Stored entries of the area's three commands. A permanent test reads them, so that no later version of the app loses
 * the entries that devices store today.
 */
export function corpusOf(name: AreaName, fields: readonly NewField[]): readonly NewFile[] {
  const [first] = fields
  const values = valuesOf(fields, FIRST_VALUES)
  const to = first ? { [first.name]: CHANGED_VALUES[first.kind] } : {}
  const storedRecord = { id: 7, ...values, client_id: null, version: 1 }
  const newRecord = { client_id: CLIENT_ID, ...values }
  const words = { record: 'Some text', change: 'Changed' }
  const [area, record] = [snake(name.paths), snake(name.path)]
  const changes = {
    create: waitingEntry(`${area}.create`, `${record}/${CLIENT_ID}`, {
      input: { [record]: newRecord },
      request: { body: newRecord },
      words,
    }),
    change: waitingEntry(`${area}.change`, `${record}/7`, {
      ...{ input: { was: storedRecord, to }, request: { params: { id: 7 }, body: to }, words, seenVersion: 1 },
    }),
    remove: waitingEntry(`${area}.remove`, `${record}/7`, {
      ...{ input: { was: storedRecord }, request: { params: { id: 7 } }, words, seenVersion: 1 },
    }),
  }
  return Object.entries(changes).map(([act, entry]) => ({
    path: `tests/src/areas/corpus/${area}.${act}.v1.json`,
    text: `${JSON.stringify(entry, null, 2)}\n`,
  }))
}

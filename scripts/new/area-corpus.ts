import type { Written } from './area.ts'
import { type AreaName, snake } from './area-name.ts'
import type { NewField } from './template.ts'

const MADE = '01a20b54-6afb-72be-a01d-3ffd14055444'
const VALUES = { text: 'Some text', 'text?': '', day: '2027-03-01' } as const
const OTHERS = { text: 'Another text', 'text?': 'A text', day: '2028-03-01' } as const

const valuesOf = (fields: readonly NewField[], values: Readonly<Record<NewField['kind'], string>>) =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, values[kind]]))

/** What a device stores of a change that waits. */
const waiting = (command: string, touched: string, content: object) => ({
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
 * Stored changes of the area's three commands. A test reads them for ever, so that no later version of the app loses what a
 * device stores today.
 */
export function corpusOf(name: AreaName, fields: readonly NewField[]): readonly Written[] {
  const [first] = fields
  const given = valuesOf(fields, VALUES)
  const to = first ? { [first.name]: OTHERS[first.kind] } : {}
  const was = { id: 7, ...given, client_id: null, version: 1 }
  const made = { client_id: MADE, ...given }
  const words = { record: 'Some text', change: 'Changed' }
  const [area, record] = [snake(name.paths), snake(name.path)]
  const changes = {
    create: waiting(`${area}.create`, `${record}/${MADE}`, {
      input: { [record]: made },
      request: { body: made },
      words,
    }),
    change: waiting(`${area}.change`, `${record}/7`, {
      ...{ input: { was, to }, request: { params: { id: 7 }, body: to }, words, seenVersion: 1 },
    }),
    remove: waiting(`${area}.remove`, `${record}/7`, {
      ...{ input: { was }, request: { params: { id: 7 } }, words, seenVersion: 1 },
    }),
  }
  return Object.entries(changes).map(([act, kept]) => ({
    path: `tests/src/areas/corpus/${area}.${act}.v1.json`,
    text: `${JSON.stringify(kept, null, 2)}\n`,
  }))
}

import * as z from 'zod/mini'
import { administrator } from '#contract/wire/access.ts'
import { type EndpointShape, endpoint } from '#contract/wire/endpoint.ts'
import { type Command, command, patched } from '#src/offline/command.ts'

const reply = z.object({ versions: z.record(z.string(), z.number()) })
/** The request body of every change of a thing: its edit number, the edits merged into it, the things and the field. */
export const thingBody = z.object({
  edit: z.int(),
  covers: z._default(z.array(z.int()), []),
  things: z.array(z.string()).check(z.minLength(1)),
  field: z.string(),
  /** The thing whose earlier changes must be sent before this one. */
  after: z.optional(z.string()),
  upload: z.optional(z.string()),
  secret: z.optional(z.string()),
})
export type ThingBody = z.output<typeof thingBody>

const endpointOf = (name: string): EndpointShape =>
  endpoint({
    name,
    summary: 'Changes a thing.',
    method: 'PATCH',
    path: '/api/things/',
    access: administrator,
    body: thingBody,
    reply,
  })

/** The keys of all things. Most steps change one of the first three. */
export const THINGS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export interface Thing {
  readonly key: string
  readonly edits: readonly number[]
}
export const thingKind = { name: 'thing', keyOf: (row: Thing) => row.key }

type Keys = [string, ...string[]]
const keysOf = (things: readonly string[]) => things.map((key) => `thing/${key}`) as Keys
const versions = (answer: unknown) =>
  Object.entries(reply.parse(answer).versions).map(([key, version]) => ({ key: `thing/${key}`, version }))
const effectsOf = ({ things, edit }: { readonly things: readonly string[]; readonly edit: number }) =>
  things.map((key) => patched(thingKind, key, (row) => ({ ...row, edits: [...row.edits, edit] })))
const describe = ({ things, edit }: { readonly things: readonly string[]; readonly edit: number }) => ({
  record: things.join(' and '),
  change: `Edit ${edit}`,
})

const changeInput = z.object({ edit: z.int(), things: z.array(z.string()).check(z.minLength(1)), field: z.string() })
/** A change of one or two things. Its edit number lets a test count its effects. */
export const changeThing = command({
  name: 'things.change',
  version: 1,
  endpoint: endpointOf('things.update'),
  input: changeInput,
  request: (input) => ({ body: input }),
  touches: ({ things }) => keysOf(things),
  effects: effectsOf,
  describe,
  versions,
  areas: ['contacts'],
})

/** The edit number of an undo is the edit number of the undone change plus this. */
export const INVERSE = 1_000_000

const setInput = z.object({
  edit: z.int(),
  /** The edits that were merged into it, oldest first. */
  covers: z.array(z.int()),
  things: z.array(z.string()).check(z.minLength(1)),
  field: z.string(),
})
export type SetInput = z.output<typeof setInput>
/** The next version of the app requires one more field. */
const setInput2 = z.object({ ...setInput.shape, note: z.string() })

/** A change that merges with others of the same field, and that the user can edit and undo. */
function setCommand<Input extends SetInput>(
  parts: Pick<Command<Input>, 'version' | 'input' | 'upgrades'>,
): Command<Input> {
  const own: Command<Input> = {
    ...parts,
    name: 'things.set',
    endpoint: endpointOf('things.set'),
    request: (input) => ({ body: input }),
    touches: ({ things }) => keysOf(things),
    merge: (earlier, later) =>
      earlier.field === later.field ? { ...later, covers: [...earlier.covers, earlier.edit, ...later.covers] } : null,
    inverse: (input) => [
      { command: own as never, input: { ...input, edit: input.edit + INVERSE, covers: [] }, seenVersion: null },
    ],
    fields: (input) => [
      {
        names: [input.field],
        title: input.field,
        as: { is: 'text' },
        was: undefined,
        yours: input.edit,
        words: String,
        with: (value) => ({ ...input, edit: value as number }),
        without: () => null,
      },
    ],
    effects: effectsOf,
    describe,
    versions,
    areas: ['contacts'],
  }
  return own
}

const setThing1 = setCommand<SetInput>({ version: 1, input: setInput })
const setThing2 = setCommand<z.output<typeof setInput2>>({
  version: 2,
  input: setInput2,
  upgrades: { 1: (input) => ({ ...(input as SetInput), note: 'of version 1' }) },
})

/** The secret in a note. The device must forget it when the note is done. */
export const secretOf = (edit: number): string => `secret-of-${edit}`

/** A record of its own that depends on a thing: sent after the thing's earlier changes, and no change waits for it. */
const noteThing = command({
  name: 'things.note',
  version: 1,
  endpoint: endpointOf('things.note'),
  input: z.object({ edit: z.int(), thing: z.string(), secret: z.optional(z.string()) }),
  withoutSecrets: ({ secret: _, ...input }) => input,
  request: ({ edit, thing, secret }) => ({
    body: { edit, things: [`note-${edit}`], field: 'note', after: thing, ...(secret === undefined ? {} : { secret }) },
  }),
  touches: ({ edit }) => [`thing/note-${edit}`],
  dependsOn: ({ thing }) => [`thing/${thing}`],
  effects: () => [],
  describe: ({ edit, thing }) => ({ record: thing, change: `Note ${edit}` }),
  versions,
  areas: ['contacts'],
})

/** A change with a file. */
const showThing = command({
  name: 'things.show',
  version: 1,
  endpoint: endpointOf('things.show'),
  input: z.object({ edit: z.int(), thing: z.string(), upload: z.string() }),
  request: ({ edit, thing, upload }) => ({ body: { edit, things: [thing], field: 'photo', upload } }),
  touches: ({ thing }) => keysOf([thing]),
  effects: ({ edit, thing }) => effectsOf({ edit, things: [thing] }),
  describe: ({ edit, thing }) => ({ record: thing, change: `Photo ${edit}` }),
  versions,
  areas: ['contacts'],
})

/** The commands of one version of the app. */
export interface App {
  readonly set: (edit: number, things: readonly string[], field: string) => readonly [Command<never>, unknown]
  readonly note: typeof noteThing
  readonly show: typeof showThing
  readonly commands: readonly Command<never>[]
}
const appWith = (set: Command<never>, more: object): App => ({
  set: (edit, things, field) => [set, { edit, covers: [], things, field, ...more }],
  note: noteThing,
  show: showThing,
  commands: [set, noteThing, showThing, changeThing] as never,
})
export const OLD_APP = appWith(setThing1 as never, {})
export const NEW_APP = appWith(setThing2 as never, { note: 'of version 2' })

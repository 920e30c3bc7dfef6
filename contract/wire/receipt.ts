import * as z from 'zod/mini'
import { can, type UserPermissions, view } from './access.ts'
import { type EndpointShape, isChange, type Schema } from './endpoint.ts'
import { clientId, serverId, version } from './record.ts'

/**
 * The response to a change for a user who may change a record but not view it. It contains just enough for the user's
 * next change.
 */
const receipt = z.object({
  id: z.union([serverId, z.string()]),
  client_id: z.nullable(clientId),
  version: z.nullable(version),
})
type Receipt = z.output<typeof receipt>

/** One receipt, or a list for a change of several records. */
export const receipts: Schema = z.union([receipt, z.array(receipt)])

/** Whether a user gets the full response of a call. Decided only here: "edit" does not imply "view". */
export function receivesFullAnswer(user: UserPermissions, { access }: EndpointShape): boolean {
  return can(user, access) && (access.need !== 'edit' || can(user, view(access.area)))
}

/** The receipt of a full response, or the receipts of its records. */
export function receiptOf(answer: unknown): Receipt | readonly Receipt[] {
  return isRecord(answer) ? receiptOfRecord(answer) : recordsIn(answer).map(receiptOfRecord)
}

type AnyRecord = { readonly id: number | string; readonly client_id?: unknown; readonly version?: unknown }

const isRecord = (value: unknown): value is AnyRecord => typeof value === 'object' && value !== null && 'id' in value

const receiptOfRecord = ({ id, client_id, version: knownVersion }: AnyRecord): Receipt => ({
  id,
  client_id: typeof client_id === 'string' ? client_id : null,
  version: typeof knownVersion === 'number' ? knownVersion : null,
})

/** The records of a list, or of all lists in a response. */
function recordsIn(answer: unknown): readonly AnyRecord[] {
  const lists: readonly unknown[] = Array.isArray(answer) ? [answer] : Object.values(answer ?? {})
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []))
}

/** Parses a response with the schema of its call. The response to a change may also be a receipt. */
export function parseAnswer(shape: EndpointShape, answer: unknown) {
  const full = shape.reply?.safeParse(answer)
  if (full === undefined || full.success || !isChange(shape)) return full
  const shortAnswer = receipts.safeParse(answer)
  return shortAnswer.success ? shortAnswer : full
}

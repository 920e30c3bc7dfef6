import * as z from 'zod/mini'
import { can, type Holder, view } from './access.ts'
import { type EndpointShape, isChange, type Schema } from './endpoint.ts'
import { clientId, serverId, version } from './record.ts'

/** The answer about a record for a user who may change it and not view it: enough for that user's next change. */
const receipt = z.object({
  id: z.union([serverId, z.string()]),
  client_id: z.nullable(clientId),
  version: z.nullable(version),
})
type Receipt = z.output<typeof receipt>

/** Of a change of several records it is a list. */
export const receipts: Schema = z.union([receipt, z.array(receipt)])

/** Whether a user gets the answer of a call in full. The one place that decides it: "edit" does not imply "view". */
export function readsAnswer(holder: Holder, { access }: EndpointShape): boolean {
  return can(holder, access) && (access.need !== 'edit' || can(holder, view(access.area)))
}

/** The receipt of an answer in full, or of each of its records. */
export function receiptOf(answer: unknown): Receipt | readonly Receipt[] {
  return isRecord(answer) ? ofRecord(answer) : recordsIn(answer).map(ofRecord)
}

type AnyRecord = { readonly id: number | string; readonly client_id?: unknown; readonly version?: unknown }

const isRecord = (value: unknown): value is AnyRecord => typeof value === 'object' && value !== null && 'id' in value

const ofRecord = ({ id, client_id, version: of }: AnyRecord): Receipt => ({
  id,
  client_id: typeof client_id === 'string' ? client_id : null,
  version: typeof of === 'number' ? of : null,
})

/** The records of a list, or of the lists of an answer. */
function recordsIn(answer: unknown): readonly AnyRecord[] {
  const lists: readonly unknown[] = Array.isArray(answer) ? [answer] : Object.values(answer ?? {})
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []))
}

/** An answer as its call promises it; that of a change also as a receipt. */
export function parseAnswer(shape: EndpointShape, answer: unknown) {
  const read = shape.reply?.safeParse(answer)
  if (read === undefined || read.success || !isChange(shape)) return read
  const short = receipts.safeParse(answer)
  return short.success ? short : read
}

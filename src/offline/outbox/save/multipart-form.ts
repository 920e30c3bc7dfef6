import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import type { OutboxPorts } from '../ports.ts'
import { bytesOf, lostFileResult } from './files.ts'
import type { FileBytes } from './stored-files.ts'

/** All files of an entry with their bytes; the attempt's result instead when a file is gone from this device. */
export async function filesOf(
  ports: Pick<OutboxPorts, 'store' | 'mirror'>,
  { files }: OutboxEntry,
): Promise<readonly FileBytes[] | AttemptResult> {
  const found: FileBytes[] = []
  for (const file of files) {
    const bytes = await bytesOf(ports, file)
    if (bytes === null) return lostFileResult(file)
    found.push({ file, bytes })
  }
  return found
}

/** A change as a multipart form: its JSON in `data`, without the file fields, and each file in its own field. */
export function formOf({ request }: OutboxEntry, files: readonly FileBytes[]): FormData {
  const fields = new Set(files.map(({ file }) => file.field))
  const ownFields = Object.entries(request.body ?? {}).filter(([name]) => !fields.has(name))
  const form = new FormData()
  form.set('data', JSON.stringify(Object.fromEntries(ownFields)))
  for (const { file, bytes } of files) form.append(file.field, bytes, file.name)
  return form
}

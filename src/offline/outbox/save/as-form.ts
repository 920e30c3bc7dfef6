import type { OutboxEntry } from '#src/offline/outbox/entry/entry.ts'
import type { AttemptResult } from '#src/offline/outbox/send/attempt-result.ts'
import type { OutboxPorts } from '../ports.ts'
import { bytesOf, lost } from './files.ts'
import type { FileBytes } from './stored-files.ts'

/** All files of an entry as this device has them; or what it comes to when one is gone. */
export async function filesOf(
  ports: Pick<OutboxPorts, 'store' | 'mirror'>,
  { files }: OutboxEntry,
): Promise<readonly FileBytes[] | AttemptResult> {
  const found: FileBytes[] = []
  for (const file of files) {
    const bytes = await bytesOf(ports, file)
    if (bytes === null) return lost(file)
    found.push({ file, bytes })
  }
  return found
}

/** A change as the specification sends it: its JSON in `data`, and its files in their fields instead of being named there. */
export function formOf({ request }: OutboxEntry, files: readonly FileBytes[]): FormData {
  const fields = new Set(files.map(({ file }) => file.field))
  const said = Object.entries(request.body ?? {}).filter(([name]) => !fields.has(name))
  const form = new FormData()
  form.set('data', JSON.stringify(Object.fromEntries(said)))
  for (const { file, bytes } of files) form.append(file.field, bytes, file.name)
  return form
}

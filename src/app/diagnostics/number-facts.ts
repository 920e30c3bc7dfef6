import * as z from 'zod/mini'
import { connectionTo } from '#src/browser/connection.ts'
import { EXISTING_ONLY } from '#src/browser/open-database.ts'
import { formatCount } from '#src/format/numbers.ts'
import { databaseName } from '#src/offline/outbox/entry/names.ts'
import { serverTally } from '#src/offline/outbox/repair/server-tally.ts'
import type { Section } from './diagnosis.ts'

const TITLE = 'This device, here and at the server'
const meta = z.object({ device: z.nullable(z.string()), nextSeq: z.int() })

/** The sequence numbers of this device, here and on the server. A difference reveals a missing change. */
export async function numberFacts(user: string | null): Promise<Section> {
  const own = user === null ? null : await ownNumbers(user)
  if (own === null) return { title: TITLE, facts: [['Changes', 'none was made here so far']] }
  const facts = [
    ['Device', own.device ?? 'not named yet'],
    ['Last number given here', formatCount(own.nextSeq - 1)],
  ] as const
  if (own.device === null) return { title: TITLE, facts }
  try {
    const serverRecord = await serverTally.read(own.device)
    const missing = serverRecord?.missing.join(', ') || 'none'
    return {
      title: TITLE,
      facts: [
        ...facts,
        ['Highest at the server', serverRecord ? formatCount(serverRecord.highest) : 'none'],
        ['Missing there', missing],
      ],
    }
  } catch (error) {
    return { title: TITLE, facts: [...facts, ['At the server', error instanceof Error ? error.name : 'not known']] }
  }
}

async function ownNumbers(user: string) {
  const connection = connectionTo(databaseName(user), EXISTING_ONLY)
  try {
    const stored = await connection.run(['meta'], 'readonly', (tx) => tx.objectStore('meta').get('meta'))
    const read = z.safeParse(meta, stored)
    return read.success ? read.data : null
  } catch {
    return null // The database is missing or unreadable.
  } finally {
    void connection.close()
  }
}

import { randomUUID } from 'node:crypto'
import { compareDays } from '#server/modules/imports/duplicates/compare-days.ts'
import { decideDuplicates } from '#src/areas/imports/duplicate-commands.ts'
import { createImport, undoImport } from '#src/areas/imports/import-commands.ts'
import { sendUpload } from '#tests/support/server/send-upload.ts'
import { tollReport, uploadReport } from '#tests/support/yard/reports.ts'
import { changeCase } from './change-case.ts'
import { AT, author, type ChangeDesk } from './change-desk.ts'

/** A toll report that the books do not have yet. */
const aReport = (plaza: string) => tollReport(`11/20/2026,${plaza},ISTHA,P-1001,007 1001,1001,12.50,11/21/2026`)

/** Stores a toll as a report of an earlier version did, which compared no rows. */
async function bookUncompared({ site: { db } }: ChangeDesk, name: string): Promise<void> {
  const [batch] = await db.query<{ id: number }>(
    'test.batch',
    `insert into import_batches (kind, origin, file_name, file_hash, row_count, created_at)
     values ('tolls', 'upload', $1::text, sha256(convert_to($1::text, 'UTF8')), 1, now()) returning id`,
    [name],
  )
  await db.query(
    'test.row',
    `insert into toll_transactions (date, amount, plaza, transponder_id, source, source_key, batch_id)
     values ('2024-10-08', 21, 'Exit 7', '007002410300', 'report', $1::text, $1::integer)`,
    [batch?.id],
  )
  await db.query(
    'test.day',
    `insert into uncompared_days (kind, date) values ('tolls', '2024-10-08') on conflict do nothing`,
    [],
  )
}

export const importCases = [
  changeCase(createImport, async (desk) => ({
    ...{
      client_id: randomUUID(),
      kind: 'tolls' as const,
      name: 'november.csv',
      by: author(desk),
      at: AT,
      expected: null,
    },
    file: { upload: await sendUpload(desk.admin, Buffer.from(aReport('Gary East'))) },
  })),
  changeCase(undoImport, async (desk) => {
    const { body } = await uploadReport(desk.admin, aReport('Gary West'))
    return { batch: body, by: author(desk), at: AT }
  }),
  changeCase(decideDuplicates, async (desk) => {
    for (const name of ['week.csv', 'month.csv']) await bookUncompared(desk, name)
    await compareDays(desk.site.db)
    const { body } = await desk.admin('GET', '/api/imports/duplicates/?decided=no')
    return { duplicates: body.results, to: 'removed' as const, by: author(desk), at: AT }
  }),
]

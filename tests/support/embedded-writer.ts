import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { noLog } from '#tests/support/server/no-log.ts'

// A process for tests to kill. In the data folder of its first parameter it books one load after the other, each in a
// transaction that writes two tables. It prints a load's number after the database has acknowledged it.

const db = await openEmbedded(process.argv[2] ?? '', noLog)
const [last] = await db.query<{ id: number | null }>('last', 'select max(id) as id from loads')
for (let id = (last?.id ?? 0) + 1; ; id++) {
  await db.tx(async (sql) => {
    await sql.query('book', 'insert into loads values ($1, $2)', [id, `load ${id} `.repeat(50)])
    await sql.query('count', 'update booked set loads = loads + 1')
  })
  process.stdout.write(`${id}\n`)
}

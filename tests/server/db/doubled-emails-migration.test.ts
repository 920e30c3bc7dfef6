import { expect, test } from 'vitest'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { findAccount } from '#server/modules/session/guessing/account-repository.ts'
import { emptyTestDb } from '#tests/support/server/database.ts'

const known = readMigrations()
const BEFORE = known.findIndex(({ name }) => name.endsWith('-guesses.sql'))

test('e-mails that only a locale treated as equal survive the migration, each found in its own spelling; new duplicates are refused', async () => {
  const old = await emptyTestDb()
  try {
    await migrate(old, known.slice(0, BEFORE))
    await old.script(
      null,
      `drop index users_email;
       create index users_email on users (email);
       insert into users (id, first_name, last_name, sort_name, email, role) values
         (1, 'A', 'A', '', 'info@yard.example', 'driver'), (2, 'B', 'B', '', 'INFO@yard.example', 'driver'),
         (3, 'C', 'C', '', 'ıNFO@yard.example', 'driver')`,
    )
    await migrate(old, known)
    const found = async (email: string) => (await findAccount(old, email, ''))?.id
    expect(await Promise.all(['info@yard.example', 'INFO@yard.example', 'Info@yard.example'].map(found))).toEqual([
      1, 2, 1,
    ])
    expect(await found('ınfo@yard.example')).toBe(3)
    const change = (email: string) => old.query('change', 'update users set email = $1 where id = 2', [email])
    await change('other@yard.example')
    await expect(change('Info@yard.example')).rejects.toMatchObject({ code: '23505', constraint: 'users_email' })
    expect(await found('OTHER@yard.example')).toBe(2)
  } finally {
    await old.close()
  }
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/wire/endpoint.ts'
import { allCommands } from '#src/app/commands.ts'
import { DELETION_AREAS } from '#src/areas/users/user-queries.ts'
import { assignUnit } from '#tests/support/server/company.ts'
import type { ChangeCase } from './change-case.ts'
import { type ChangeDesk, openChangeDesk, PASSWORD } from './change-desk.ts'
import { writtenAreas } from './written-areas.ts'

/** The cases of all areas, found by file name. */
const modules = import.meta.glob<Readonly<Record<string, readonly ChangeCase[]>>>('./*-cases.ts', { eager: true })
const cases = Object.values(modules).flatMap((module) => Object.values(module).flat())

let desk: ChangeDesk
beforeAll(async () => {
  desk = await openChangeDesk()
})
afterAll(() => desk.site.close())

/** Sends a change as the app does. */
async function send({ endpoint, request }: ChangeCase['command'], input: unknown): Promise<void> {
  const { params, body } = request(input as never)
  const { status, text } = await desk.admin(endpoint.method, pathOf(endpoint, params), {
    ...(body !== undefined && { body }),
    headers: { 'idempotency-key': `"${randomUUID()}"` },
  })
  if (status >= 300) throw new Error(`${status} ${text}`)
}

test('there is a change of every command', () => {
  const names = (commands: readonly { readonly name: string }[]) =>
    [...new Set(commands.map(({ name }) => name))].sort()
  expect(names(cases.map(({ command }) => command))).toEqual(names(allCommands()))
})

describe('the server writes in exactly the areas that a command declares', () => {
  test.each(allCommands().map((command) => [command.name, command] as const))('%s', async (_, command) => {
    const written = new Set<string>()
    for (const { input: prepare } of cases.filter((one) => one.command === command)) {
      const input = command.input.parse(await prepare(desk))
      for (const area of await writtenAreas(desk.site.db, () => send(command, input))) written.add(area)
    }
    expect([...command.areas].sort()).toEqual([...written].sort())
  })
})

test('the server writes in exactly the areas that the deletion of a user names', async () => {
  const { admin, site, dispatcher, driver } = desk
  const { id, user } = await driver({ dispatcher: (await dispatcher()).id })
  await assignUnit(site.db, id, 'truck', 'T-DELETED')
  await assignUnit(site.db, id, 'trailer', 'TL-DELETED')
  await site.as(user.id)
  const written = await writtenAreas(site.db, async () => {
    const { status } = await admin('DELETE', `/api/users/users/${user.id}/`, { body: { current_password: PASSWORD } })
    expect(status).toBe(204)
  })
  expect([...written].sort()).toEqual([...DELETION_AREAS].sort())
})

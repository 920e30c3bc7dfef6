import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/wire/endpoint.ts'
import { allCommands } from '#src/app/commands.ts'
import type { ChangeCase } from './change-case.ts'
import { type ChangeDesk, openChangeDesk } from './change-desk.ts'
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

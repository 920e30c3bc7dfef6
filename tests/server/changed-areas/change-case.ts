import type { AnyCommand, Command } from '#src/offline/command.ts'
import type { ChangeDesk } from './change-desk.ts'

/** A change to send to the server: a command, and a function that creates the records and returns the input. */
export interface ChangeCase {
  readonly command: AnyCommand
  readonly input: (desk: ChangeDesk) => Promise<unknown>
}

/**
 * A change of the table in `changed-areas.test.ts`, with the input's type checked against its command. Export the cases
 * of an area from a file named `*-cases.ts`: the test finds it there.
 */
export const changeCase = <Input>(
  command: Command<Input>,
  input: (desk: ChangeDesk) => Promise<NoInfer<Input>>,
): ChangeCase => ({ command, input })

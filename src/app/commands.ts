import { type AnyCommand, isCommand } from '#src/offline/command.ts'

/** Every area's commands, found by the name of their files and by their brand: a new area adds its file and nothing here. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../areas/**/*-commands.ts', { eager: true })

/** Every change that this version of the app can send, show and describe. */
export function allCommands(): readonly AnyCommand[] {
  return Object.values(modules).flatMap((module) => Object.values(module).filter(isCommand))
}

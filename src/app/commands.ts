import { type AnyCommand, isCommand } from '#src/offline/command.ts'

/** The command files of all areas, found by file name. A new area adds its file and changes nothing here. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../areas/**/*-commands.ts', { eager: true })

/** Every command that this version of the app can send, show and describe. */
export function allCommands(): readonly AnyCommand[] {
  return Object.values(modules).flatMap((module) => Object.values(module).filter(isCommand))
}

import type { AnyCommand } from '#src/offline/command.ts'

/** Every area's changes, found by the name of their files: a new area adds its file and nothing here. */
const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../areas/**/*-commands.ts', { eager: true })

function isCommand(value: unknown): value is AnyCommand {
  return typeof value === 'object' && value !== null && 'touches' in value && 'shows' in value && 'endpoint' in value
}

/** Every change that this version of the app can send, show and describe. */
export function allCommands(): readonly AnyCommand[] {
  return Object.values(modules).flatMap((module) => Object.values(module).filter(isCommand))
}

import { readItem, writeItem } from '#src/session/web-storage.ts'

/** Who did the work last, as this person said on this device. */
const keyOf = (userId: number) => `haulyard:career:${userId}`
const OWN_YARD = 'Own yard'

export const lastCareer = (userId: number): string => readItem('local', keyOf(userId)) ?? OWN_YARD
export function rememberCareer(userId: number, career: string): void {
  writeItem('local', keyOf(userId), career)
}

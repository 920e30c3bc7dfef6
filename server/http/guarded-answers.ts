import type { FastifyInstance } from 'fastify'

/** A year, in seconds. Only this host: its operator may have others that are not ready for it. */
const HSTS = 'max-age=31536000'

/** An answer's type is never guessed, it is no page of its own, stands inside no other, and sends no address along. */
const GUARDS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const

/** What every answer says, unless it says something else; over https also that browsers come over https alone from now on. */
export const guardsOf = (isHttps: boolean): Readonly<Record<string, string>> =>
  isHttps ? { ...GUARDS, 'strict-transport-security': HSTS } : GUARDS

/** Says it of all answers of the app for which hooks are run. */
export function guardAnswers(app: FastifyInstance, isHttps: boolean): void {
  const guards = Object.entries(guardsOf(isHttps))
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of guards) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}

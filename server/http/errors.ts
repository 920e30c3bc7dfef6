import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { busy, invalidRequest, notFound, Problem } from '#server/base/problem.ts'
import { DatabaseError } from '#server/db/db.ts'

/** What fastify itself refuses, in our words. */
const OURS: Readonly<Record<number, (error: FastifyError) => Problem>> = {
  400: () => invalidRequest('The request could not be read.'),
  404: () => notFound(),
  413: () => new Problem(413, { detail: 'The request is too large.' }),
  414: () => notFound(),
  415: () => new Problem(415, { detail: 'The body is of a type that this call does not take.' }),
}

/** SQLSTATE classes that mean "the database is not there just now": connection, resources, shutdown, retries used up. */
const AWAY = /^(08|53|57P|40)/

function databaseProblem(error: DatabaseError): Problem | null {
  // The contract refuses what the database can't hold; this is the net below it, for nothing that comes in is a 500.
  if (error.code.startsWith('22')) return invalidRequest('A value is out of range.')
  if (error.code === '55P03') return busy('Somebody else is changing this just now.')
  if (!AWAY.test(error.code)) return null
  return new Problem(503, { detail: 'The database is not available. Try again in a moment.' }, { 'retry-after': '2' })
}

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'

/** The refusal that an error means; null when it is a fault of ours. */
export function asProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  if (error instanceof DatabaseError) return databaseProblem(error)
  return isFastifyError(error) ? (OURS[error.statusCode ?? 500]?.(error) ?? null) : null
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asProblem(error)
  if (problem && problem.status < 500) return reply.code(problem.status).headers(problem.headers).send(problem.body)
  request.log.error({ err: error }, 'a request failed')
  if (problem) return reply.code(problem.status).headers(problem.headers).send(problem.body)
  return reply.code(500).send({ detail: `Something went wrong at the server (request ${request.id}).` })
}

/** Every refusal leaves in the shape that the contract gives it; what is unexpected is logged and says nothing else. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
}

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { busy, invalidRequest, notFound, Problem } from '#server/base/problem.ts'
import { DatabaseError } from '#server/db/db.ts'

/** Refusals by Fastify itself, by status, with messages of the contract's shape. */
const FASTIFY_PROBLEMS: Readonly<Record<number, (error: FastifyError) => Problem>> = {
  400: () => invalidRequest('The request could not be read.'),
  404: () => notFound(),
  413: () => new Problem(413, { detail: 'The request is too large.' }),
  414: () => notFound(),
  415: () => new Problem(415, { detail: 'The body is of a type that this call does not take.' }),
}

/** SQLSTATE classes that mean "the database is unavailable": connection, resources, shutdown, retries used up. */
const UNAVAILABLE = /^(08|53|57P|40)/

function databaseProblem(error: DatabaseError): Problem | null {
  // The contract refuses values that the database can't store. This is the safety net: no input may cause a 500.
  if (error.code.startsWith('22')) return invalidRequest('A value is out of range.')
  if (error.code === '55P03') return busy('Another user is changing this just now.')
  if (!UNAVAILABLE.test(error.code)) return null
  return new Problem(503, { detail: 'The database is not available. Try again in a moment.' }, { 'retry-after': '2' })
}

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'

/** The refusal that an error stands for; null for a defect of the server. */
export function asProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error
  if (error instanceof DatabaseError) return databaseProblem(error)
  return isFastifyError(error) ? (FASTIFY_PROBLEMS[error.statusCode ?? 500]?.(error) ?? null) : null
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asProblem(error)
  if (problem && problem.status < 500) return reply.code(problem.status).headers(problem.headers).send(problem.body)
  request.log.error({ err: error }, 'a request failed')
  if (problem) return reply.code(problem.status).headers(problem.headers).send(problem.body)
  return reply.code(500).send({ detail: `Something went wrong at the server (request ${request.id}).` })
}

/** Sends every refusal in the contract's shape. An unexpected error is logged; its 500 reveals only the request id. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
}

import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { readChangeHeaders } from '#server/http/call/change-headers.ts'
import { FormBody } from './form-body.ts'
import { FORM_LIMITS, type FormLimits, FormPlaces } from './form-places.ts'
import { uploadNames } from './form-uploads.ts'
import { readForm } from './read-form.ts'

const FORM = 'multipart/form-data'
/** The type of a body that is a part of a file. */
const PART = 'application/offset+octet-stream'

/**
 * JSON bodies come as the bytes they are: the fingerprint of a change is made of them, and they are parsed only where
 * the refusal of a malformed one can be told by the contract. Calls that say so (`form`) may come as a form instead, a few at
 * the same time: who holds `leaveForm` calls it once the call is answered. Every other type of content is a 415.
 */
export function readJsonBodies(app: FastifyInstance, limits: FormLimits = FORM_LIMITS): void {
  const places = new FormPlaces(limits)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser(FORM, async (request: FastifyRequest, payload: IncomingMessage) => {
    const { form: fields } = request.routeOptions.config
    if (!fields) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(FORM)
    const { key } = readChangeHeaders(request.headers)
    const leave = await places.enter(request.admitted?.user.id ?? 0, payload)
    try {
      const form = new FormBody(await readForm(request.headers, payload, fields), fields, uploadNames(key))
      request.leaveForm = leave
      return form
    } catch (error) {
      leave()
      throw error
    }
  })
}

/** Bodies that are bytes, as they came; bounded like all others. Every other type of content is a 415. */
export function readByteBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(PART, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Bodies that somebody else has signed, as the bytes they are, whatever they call themselves; of at most so many bytes. */
export function readSignedBodies(app: FastifyInstance, most: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: most }, (_request, body, done) => done(null, body))
}

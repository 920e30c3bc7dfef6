import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { readChangeHeaders } from '#server/http/call/change-headers.ts'
import { FormBody } from './form-body.ts'
import { FORM_LIMITS, type FormLimits, FormSlots } from './form-slots.ts'
import { uploadNames } from './form-uploads.ts'
import { readForm } from './read-form.ts'

const FORM_TYPE = 'multipart/form-data'
/** The content type of one part of a file. */
const PART_TYPE = 'application/offset+octet-stream'

/**
 * Accepts JSON bodies as raw bytes: the fingerprint of a change is made of them, and they are parsed later, where a
 * malformed body is refused in the contract's shape. Calls that declare `form` also accept a form, a few at the same
 * time; the handler must then call `request.releaseForm`. Every other content type is a 415.
 */
export function acceptJsonBodies(app: FastifyInstance, limits: FormLimits = FORM_LIMITS): void {
  const slots = new FormSlots(limits)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser(FORM_TYPE, async (request: FastifyRequest, payload: IncomingMessage) => {
    const { form: fields } = request.routeOptions.config
    if (!fields) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(FORM_TYPE)
    const { key } = readChangeHeaders(request.headers)
    const release = await slots.acquire(request.admitted?.user.id ?? 0, payload)
    try {
      const form = new FormBody(await readForm(request.headers, payload, fields), fields, uploadNames(key))
      request.releaseForm = release
      return form
    } catch (error) {
      release()
      throw error
    }
  })
}

/**
 * Accepts the parts of files as raw bytes, with the same size limit as other bodies. Every other content type is a 415.
 */
export function acceptByteBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(PART_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Accepts bodies signed by a vendor as raw bytes, with any content type, up to `maxBytes`. */
export function acceptSignedBodies(app: FastifyInstance, maxBytes: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) => done(null, body))
}

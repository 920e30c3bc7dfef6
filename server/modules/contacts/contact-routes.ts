import { contactChanges } from '#contract/people/contact-changes.ts'
import { contactEndpoints } from '#contract/people/contacts.ts'
import { Answer } from '#server/http/call/answer.ts'
import { changeRequest } from '#server/http/call/call.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { contacts } from './contact-service.ts'

export const contactRoutes = apiRoutes((app) => {
  serve(app, contactEndpoints.list, async ({ sql, query, url }) =>
    pageAnswer(url, query, await contacts.list(sql, query)),
  )
  serve(app, contactChanges.create, async (call) => {
    const created = await contacts.create(changeRequest(call), call.body)
    return Answer.record(created, created.isNew ? 201 : 200)
  })
  serve(app, contactChanges.update, async (call) =>
    Answer.record(await contacts.change(changeRequest(call), call.params.id, call.body)),
  )
  serve(app, contactChanges.remove, async (call) => {
    await contacts.remove(changeRequest(call), call.params.id)
    return undefined
  })
})

import { fleetManagerEndpoints } from '#contract/maintenance/fleet-managers.ts'
import { userChanges } from '#contract/people/user-changes.ts'
import { userEndpoints } from '#contract/people/users.ts'
import { currentUserEndpoints } from '#contract/wire/current-user.ts'
import { notSignedIn } from '#server/base/problem.ts'
import { Answer } from '#server/http/call/answer.ts'
import { changeRequest } from '#server/http/call/call.ts'
import { pageAnswer } from '#server/http/call/page-answer.ts'
import { serve } from '#server/http/call/serve.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { checkOwnPassword } from '#server/modules/session/own-password-service.ts'
import { sessionUsers } from '#server/modules/session/session-service.ts'
import { changeUser } from './change-user.ts'
import { createUser, createUserEndpoint, prepareNewUser } from './create-user.ts'
import { changeOwnAccount, prepareOwnChange } from './own-change.ts'
import { removeUser } from './remove-user.ts'
import { getUser, listFleetManagers, listUsers } from './user-service.ts'

export const userRoutes = apiRoutes((app) => {
  const { passwordCountsMinutes, host } = app.serving
  const changer = <Own extends object>(call: Own) => ({ ...call, passwordCountsMinutes })
  // The session check has already read the user.
  serve(app, currentUserEndpoints.me, async ({ user }) => user)
  serve(
    app,
    userChanges.updateMe,
    async (call, passwordHash: string | null) => {
      await changeOwnAccount(changeRequest(call), changer(call), call.body, passwordHash)
      const user = (await sessionUsers(call.sql, [call.session], call.now)).get(call.session)
      if (!user) throw notSignedIn()
      return user
    },
    { before: (call) => prepareOwnChange({ ...call, host }, call.body) },
  )
  serve(app, userEndpoints.list, async ({ sql, query, url }) => pageAnswer(url, query, await listUsers(sql, query)))
  serve(app, fleetManagerEndpoints.miniList, async ({ sql, query, url, user }) =>
    pageAnswer(url, query, await listFleetManagers(sql, query, user)),
  )
  serve(app, userEndpoints.find, async ({ sql, params, user }) => Answer.record(await getUser(sql, params.id, user)))
  serve(
    app,
    createUserEndpoint,
    async (call, passwordHash: string | null) => {
      const { isNew, ...made } = await createUser(changeRequest(call), changer(call), call.body, passwordHash)
      return Answer.record(made, isNew ? 201 : 200)
    },
    { before: ({ body, user }) => prepareNewUser({ ...body, host }, user.id) },
  )
  serve(app, userChanges.update, async (call) =>
    Answer.record(await changeUser(changeRequest(call), changer(call), call.params.id, call.body)),
  )
  serve(
    app,
    userChanges.remove,
    async (call) => {
      await removeUser(changeRequest(call), call.user.id, call.params.id)
      return undefined
    },
    {
      before: ({ sql, user, session, source, body, now }) =>
        checkOwnPassword(sql, { user: user.id, session, source, now }, body.current_password),
    },
  )
})

import { fileEndpoints } from '#contract/files/files.ts'
import { serveFile } from '#server/http/files/serve-bytes.ts'
import { apiRoutes } from '#server/modules/route-parts.ts'
import { getFile, openFile, servedVersion } from './file-service.ts'

export const fileRoutes = apiRoutes((app) => {
  serveFile(app, fileEndpoints.read, async ({ sql, files, params, viewer }) => {
    const file = await servedVersion(files, await getFile(sql, params.id, viewer), params.name)
    return { ...file, open: () => openFile(files, file) }
  })
})

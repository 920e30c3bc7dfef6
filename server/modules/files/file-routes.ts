import type { FastifyInstance } from 'fastify'
import { fileEndpoints } from '#contract/files.ts'
import { serveFile } from '#server/http/serve-bytes.ts'
import { getFile, openFile } from './file-service.ts'

export function fileRoutes(app: FastifyInstance): void {
  serveFile(app, fileEndpoints.read, async ({ sql, files, params, viewer }) => {
    const file = await getFile(sql, params.id, viewer)
    return { ...file, open: () => openFile(files, file) }
  })
}

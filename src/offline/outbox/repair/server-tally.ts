import { deviceEndpoints } from '#contract/wire/devices.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import type { ServerTally } from '../ports.ts'

/** The server's record of sequence numbers. A host without such records responds with 404, as for an unknown device. */
export const serverTally: ServerTally = {
  async read(device) {
    try {
      const { data } = await call(deviceEndpoints.find, { params: { id: device }, fresh: true })
      return { highest: data.highest_seq, missing: data.missing_seqs }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  },
  async reportGone(device, seqs) {
    await call(deviceEndpoints.account, { params: { id: device }, body: { seqs: [...seqs] } })
  },
}

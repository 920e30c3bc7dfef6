import { deviceEndpoints } from '#contract/wire/devices.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import type { Tally } from '../ports.ts'

/** The numbers as the server has noted them. A host that notes none answers 404: it then knows nothing of the device. */
export const serverTally: Tally = {
  async read(device) {
    try {
      const { data } = await call(deviceEndpoints.find, { params: { id: device }, fresh: true })
      return { highest: data.highest_seq, missing: data.missing_seqs }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  },
  async account(device, seqs) {
    await call(deviceEndpoints.account, { params: { id: device }, body: { seqs: [...seqs] } })
  },
}

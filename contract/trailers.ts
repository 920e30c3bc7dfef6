import { edit } from './access.ts'
import { unitChanges, unitReads } from './unit-calls.ts'
import { newTrailer, trailerChange } from './unit-fields.ts'
import { trailer } from './unit-rows.ts'

const parts = { noun: 'trailer', row: trailer, remove: edit('trailers') }

export const trailerEndpoints = {
  ...unitReads('trailers', parts),
  ...unitChanges('trailers', { ...parts, made: newTrailer, change: trailerChange }),
}

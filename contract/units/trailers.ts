import { edit } from '#contract/wire/access.ts'
import { unitReads } from './unit-calls.ts'
import { trailer } from './unit-rows.ts'

export const trailerParts = { noun: 'trailer', row: trailer, remove: edit('trailers') }

export const trailerEndpoints = unitReads('trailers', trailerParts)

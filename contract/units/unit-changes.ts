import { PHOTO_IN_FORM } from '#contract/files/photos.ts'
import { edit } from '#contract/wire/access.ts'
import { endpoint, type Schema } from '#contract/wire/endpoint.ts'
import { trailerParts } from './trailers.ts'
import { truckParts } from './trucks.ts'
import { onUnit, type UnitArea, type UnitParts } from './unit-calls.ts'
import { newTrailer, newTruck, trailerChange, truckChange } from './unit-fields.ts'

interface Changes<Row, New, Change> extends UnitParts<Row> {
  readonly made: New
  readonly change: Change
}

/** The changes that trucks and trailers have alike. */
function unitChanges<const A extends UnitArea, Row extends Schema, New extends Schema, Change extends Schema>(
  area: A,
  { noun, row, made, change, remove }: Changes<Row, New, Change>,
) {
  return {
    create: endpoint({
      name: `${area}.create`,
      summary: `Make a ${noun}; a \`client_id\` that exists answers the ${noun} that it names.`,
      method: 'POST',
      path: `/api/${area}/`,
      access: edit(area),
      body: made,
      form: { photo: PHOTO_IN_FORM },
      status: 201,
      reply: row,
    }),
    update: endpoint({
      ...onUnit(area),
      name: `${area}.update`,
      summary: `Change some fields of a ${noun}, or who drives it; merges with changes of other fields made meanwhile.`,
      method: 'PATCH',
      access: edit(area),
      body: change,
      form: { photo: PHOTO_IN_FORM },
      reply: row,
    }),
    remove: endpoint({
      ...onUnit(area),
      name: `${area}.remove`,
      summary: `Delete a ${noun} for good; its driver has none then, and what it cost stays in the books.`,
      method: 'DELETE',
      access: remove,
      status: 204,
      reply: null,
    }),
  }
}

// Apart from the reads: what a change may carry is more than what a list needs to be on screen.
export const truckChanges = unitChanges('trucks', { ...truckParts, made: newTruck, change: truckChange })
export const trailerChanges = unitChanges('trailers', { ...trailerParts, made: newTrailer, change: trailerChange })

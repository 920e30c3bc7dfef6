/** The bytes of a new photo, as they are given with its change. `id`: of the upload. */
export const photoFile = (photo: File, id: string) => [{ id, field: 'photo', file: photo, name: photo.name }]

import { DatabaseError } from '#server/db/db.ts'

/** Whether the database refused to give two records one name: what a device calls them, which it makes up itself. */
export const isNameTaken = (error: unknown): boolean => error instanceof DatabaseError && error.code === '23505'

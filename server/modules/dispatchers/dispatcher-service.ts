import { findDispatcherNames } from './dispatcher-repository.ts'

export const listDispatcherNames = findDispatcherNames

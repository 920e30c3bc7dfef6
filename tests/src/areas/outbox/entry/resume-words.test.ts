import { expect, test } from 'vitest'
import { resumeWords } from '#src/areas/outbox/entry/resume-words.ts'

const photo = (sent?: number) => ({ type: 'image/jpeg', size: 100, ...(sent !== undefined && { sent }) })
const pdf = (sent?: number) => ({ ...photo(sent), type: 'application/pdf' })

test.each([
  [[photo(), photo(0)], ''],
  [[photo(100), photo(100), photo(40), photo()], '2 of 4 photos sent; goes on from here'],
  [[photo(40), photo()], '0 of 2 photos sent; goes on from here'],
  [[photo(100), pdf()], '1 of 2 files sent; goes on from here'],
  [[photo(100), photo(100)], 'All photos are sent; the rest follows'],
  [[photo(40)], 'Part of the photo is sent; goes on from here'],
  [[pdf(100)], 'The file is sent; the rest follows'],
] as const)('what the server has of a waiting change’s files is told (%#)', (files, words) => {
  expect(resumeWords(files)).toBe(words)
})

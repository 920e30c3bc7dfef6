import { createHash, randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { inspectionCsv } from '#contract/maintenance/inspection-csv.ts'
import type { Attachment, Inspection } from '#contract/maintenance/inspections.ts'
import { sweepFiles } from '#server/modules/files/file-service.ts'
import { sweepUploads } from '#server/modules/files/upload-service.ts'
import { aDecompressionBomb, aRealPhoto } from '#tests/support/browser/real-photo.ts'
import { aForm, type FormPart } from '#tests/support/builders/a-form.ts'
import { hire } from '#tests/support/server/company.ts'
import { sendUpload } from '#tests/support/server/send-upload.ts'
import { ALL, yardForEach } from '#tests/support/yard/inspected-yard.ts'

const MB = 1024 * 1024
const PDF = Buffer.from('%PDF-1.7\nan invoice')
const PDF_AGAIN = Buffer.from('%PDF-1.7\nanother invoice')
const TEXT = Buffer.from('Left rear chamber leaks.')

const { site, yard } = yardForEach()
let photo: Buffer
beforeAll(async () => {
  photo = await aRealPhoto('jpeg', { width: 400, height: 300 })
})

const file = (fileName: string, body: Uint8Array, type = 'application/octet-stream'): FormPart => ({
  ...{ name: 'files', fileName, body, type },
})
const data = (over = {}): FormPart => ({ name: 'data', body: JSON.stringify(yard.report(over)) })
const sendForm = (parts: readonly FormPart[], headers: Record<string, string> = {}) => {
  const form = aForm(parts)
  return yard.greg('POST', ALL, { body: form.body, headers: { ...form.headers, ...headers } })
}
const newKey = () => ({ 'idempotency-key': `"${randomUUID()}"` })
const bytesOf = async (path: string) => (await site.app.inject({ method: 'GET', url: path })).rawPayload
const namesOf = ({ attachments }: Pick<Inspection, 'attachments'>) => attachments.map(({ name }) => name)
const countReports = async () => (await yard.greg('GET', ALL)).body.count
/** Counts of the files in the file store and of the rows about files in the database. */
async function fetchLeftovers() {
  const [row] = await site.db.query<{ files: number; uploads: number; attachments: number }>(
    'test.left',
    `select (select count(*) from files)::integer as files, (select count(*) from uploads)::integer as uploads,
      (select count(*) from inspection_attachments)::integer as attachments`,
  )
  return { ...row, kept: site.files.bytesByName.size }
}
const NO_LEFTOVERS = { files: 0, uploads: 0, attachments: 0, kept: 0 }

/** Uploads files as Greg. Returns their upload ids. */
async function uploadAll(...bytes: readonly Uint8Array[]) {
  const refs: string[] = []
  for (const content of bytes) refs.push(await sendUpload(yard.greg, content))
  return refs
}

describe('files sent with a report as a form', () => {
  test('are stored byte for byte, in order, under their names', async () => {
    const parts = [file('Bremse links.jpg', photo, 'image/jpeg'), file('invoice.pdf', PDF), file('notes.TXT', TEXT)]
    const { status, body } = await sendForm([data(), ...parts], newKey())
    expect(status).toBe(201)
    const attachments: Attachment[] = body.attachments
    expect(attachments.map(({ name, type, file_size }) => [name, type, file_size])).toEqual([
      ['Bremse links.jpg', 'image/jpeg', photo.length],
      ['invoice.pdf', 'application/pdf', PDF.length],
      ['notes.TXT', 'text/plain', TEXT.length],
    ])
    const kept = await Promise.all(attachments.map(({ file: path }) => bytesOf(path)))
    expect(kept.map((bytes, at) => bytes.equals([photo, PDF, TEXT][at]!))).toEqual([true, true, true])
    const [picture] = attachments
    const small = await bytesOf(picture!.file.replace('attachment.jpg', 'thumbnail.webp'))
    expect(small.subarray(8, 12).toString()).toBe('WEBP')
  })
  test('are attached once, however often the form is sent', async () => {
    const headers = newKey()
    const parts = [data({ client_id: randomUUID() }), file('a.jpg', photo), file('b.pdf', PDF)]
    const first = await sendForm(parts, headers)
    const again = await sendForm(parts, headers)
    expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([201, 'true', first.body])
    const other = await sendForm(parts, newKey())
    expect([other.status, namesOf(other.body), await countReports()]).toEqual([200, ['a.jpg', 'b.pdf'], 1])
  })
  test('are served with their type and name, but not without a link or permission', async () => {
    const { body } = await sendForm([data(), file('Räder.pdf', PDF)])
    const [{ file: path }] = body.attachments
    const { headers } = await site.app.inject({ method: 'GET', url: path })
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' },
      'content-disposition': `inline; filename="R_der.pdf"; filename*=UTF-8''R%C3%A4der.pdf`,
    })
    const [bare] = path.split('?')
    expect((await site.app.inject({ method: 'GET', url: bare })).statusCode).toBe(401)
    const outsider = await site.as(await hire(site.db, { view: ['trucks'] }))
    expect((await outsider('GET', bare)).status).toBe(403)
  })
})

describe('a form is refused, and nothing of it is stored:', () => {
  const large = () => Buffer.concat([photo, Buffer.alloc(5 * MB + 1 - photo.length)])
  test.each([
    ['a file one byte over 5 MB', () => file('b.jpg', large()), 'File size is too large.'],
    ['a program', () => file('b.jpg', Buffer.from('MZ\x90\0')), 'Invalid file type.'],
    ['a picture named like a PDF', () => file('b.pdf', photo), 'Invalid file type.'],
    ['a web page', () => file('b.html', Buffer.from('<script>')), 'Invalid file type.'],
    [
      'a file that only begins like a picture',
      () => file('b.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])),
      'Invalid file type.',
    ],
    ['an empty file', () => file('b.txt', Buffer.alloc(0)), 'The file is empty.'],
    ['a file name with a path', () => file('../../b.txt', TEXT), 'A file name can’t contain a path.'],
    ['a file name with a Windows path', () => file('C:\\b.txt', TEXT), 'A file name can’t contain a path.'],
    ['the same file twice', () => file('b.pdf', PDF), 'This file is attached already.'],
  ])('%s', async (_what, part, message) => {
    const { status, body } = await sendForm([data(), file('a.pdf', PDF), part()], newKey())
    expect([status, body]).toEqual([400, { files: { 1: [message] } }])
    expect([await countReports(), await fetchLeftovers()]).toEqual([0, NO_LEFTOVERS])
  })
  test('50 files in one form', async () => {
    const files = Array.from({ length: 50 }, (_, at) => file(`${at}.txt`, Buffer.from(`note ${at}`)))
    const { status, body } = await sendForm([data(), ...files])
    expect([status, body]).toEqual([400, { files: ['20 files at most.'] }])
    expect(await fetchLeftovers()).toEqual(NO_LEFTOVERS)
  })
  test('a report that is invalid although its files are valid', async () => {
    expect((await sendForm([data({ career: '' }), file('a.pdf', PDF)], newKey())).status).toBe(400)
    expect((await sendForm([data({ transport: '9999' }), file('a.pdf', PDF)], newKey())).status).toBe(400)
    expect(await fetchLeftovers()).toEqual(NO_LEFTOVERS)
  })
  test('a form that was cut off', async () => {
    const form = aForm([data(), file('a.pdf', PDF), file('b.jpg', photo)])
    for (const length of [60, form.body.length - 2000, form.body.length - 8]) {
      const body = form.body.subarray(0, length)
      expect((await yard.greg('POST', ALL, { body, headers: form.headers })).status).toBe(400)
    }
    expect([await countReports(), await fetchLeftovers()]).toEqual([0, NO_LEFTOVERS])
  })
})

describe('files with unusual names or contents', () => {
  const behind = Buffer.concat([Buffer.from('\xef\xbb\xbf', 'latin1'), PDF])
  const unicode = Buffer.from('\ufeffWork order 7\r\n', 'utf16le')
  test('are attached with their real type, byte for byte, under a name that opens them', async () => {
    const renamed = [
      ['IMG_0001.HEIC', () => photo, 'IMG_0001.jpg', 'image/jpeg'],
      ['behind.pdf', () => behind, 'behind.pdf', 'application/pdf'],
      ['notes.txt ', () => unicode, 'notes.txt', 'text/plain'],
    ] as const
    const files = await Promise.all(
      renamed.map(async ([name, bytes]) => ({ upload: (await uploadAll(bytes()))[0] ?? '', name })),
    )
    const made = await yard.createReport({ files })
    expect(made.attachments.map(({ name, type }) => [name, type])).toEqual(
      renamed.map(([, , name, type]) => [name, type]),
    )
    for (const [at, [, bytes]] of renamed.entries())
      expect((await bytesOf(made.attachments[at]?.file ?? '')).equals(bytes())).toBe(true)
  })
  test('are refused with a helpful text if they cannot be used', async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(800)])
    const unusable = [
      ['a.HEIC', heic, 'This is a picture in the HEIC format.'],
      ['half.jpg', photo.subarray(0, photo.length / 2), 'This picture is damaged: a part of it is missing.'],
      ['huge.png', aDecompressionBomb(), 'It has 20000 × 20000, that is 400 megapixels; at most 50 can be taken.'],
    ] as const
    for (const [name, bytes, words] of unusable) {
      const { status, body } = await sendForm([data(), file(name, bytes)])
      expect([status, body.files[0][0]]).toEqual([400, expect.stringContaining(words)])
    }
  })
})

describe('files that a device uploaded one by one', () => {
  test('are attached by the change that names them, up to 50', async () => {
    const notes = Array.from({ length: 50 }, (_, at) => Buffer.from(`note ${at}`))
    const files = (await uploadAll(...notes)).map((upload, at) => ({ upload, name: `${at}.txt` }))
    const made = await yard.createReport({ files, client_id: randomUUID() })
    expect(made.attachments.map(({ client_id }) => client_id)).toEqual(files.map(({ upload }) => upload))
    const [upload] = await uploadAll(PDF)
    const more = await yard.greg('PATCH', `${ALL}${made.id}/`, { body: { files: [{ upload, name: 'a.pdf' }] } })
    expect([more.status, more.body]).toEqual([400, { files: ['At most 50 files can be attached.'] }])
  })
  test('show the defect that they belong to', async () => {
    const [upload] = await uploadAll(photo)
    const client_id = randomUUID()
    const defects = [{ client_id, defect_type: 'tires', urgency: 'major' }]
    const files = [{ upload, name: 'tire.jpg', defect: client_id }]
    const made = await yard.createReport({ report_type: 'defect', due_date: '2026-12-01', defects, files })
    expect(made.attachments[0]?.defect).toBe(made.defects[0]?.id)
  })
  test('are added to a defect by its number or its client id, before or after its repair', async () => {
    const client_id = randomUUID()
    const defects = [{ client_id, defect_type: 'tires', urgency: 'major' }]
    const made = await yard.createReport({ report_type: 'defect', due_date: '2026-12-01', defects })
    const defect = made.defects[0]?.id ?? 0
    const [first, second, third] = await uploadAll(photo, PDF, PDF_AGAIN)
    const files = [
      { upload: first, name: 'tire.jpg', defect },
      { upload: second, name: 'b.pdf', defect: client_id, is_after_repair: true },
      { upload: third, name: 'c.pdf' },
    ]
    const { body } = await yard.greg('PATCH', `${ALL}${made.id}/`, { body: { files } })
    const facts = body.attachments.map((one: Attachment) => [one.name, one.defect, one.is_after_repair])
    expect(facts).toEqual([
      ['tire.jpg', defect, false],
      ['b.pdf', defect, true],
      ['c.pdf', null, false],
    ])
  })
  test('are attached without a defect if the defect belongs to another report', async () => {
    const defects = [{ client_id: randomUUID(), defect_type: 'tires', urgency: 'major' }]
    const other = await yard.createReport({ report_type: 'defect', due_date: '2026-12-01', defects })
    const made = await yard.createReport()
    const [upload] = await uploadAll(photo)
    const files = [{ upload, name: 'tire.jpg', defect: other.defects[0]?.id }]
    const { body } = await yard.greg('PATCH', `${ALL}${made.id}/`, { body: { files } })
    expect(body.attachments[0]?.defect).toBeNull()
  })
  test('are added once by an edit, as a change of their own', async () => {
    const { id } = await yard.createReport()
    const [upload] = await uploadAll(PDF)
    const change = { files: [{ upload, name: 'invoice.pdf' }], note: 'See invoice' }
    const { body } = await yard.greg('PATCH', `${ALL}${id}/`, { body: change })
    expect([namesOf(body), body.version]).toEqual([['invoice.pdf'], 3])
    const again = await yard.greg('PATCH', `${ALL}${id}/`, { body: change })
    expect([namesOf(again.body), again.body.version]).toEqual([['invoice.pdf'], 3])
  })
  test('are refused by position if they are invalid, another user’s, or attached elsewhere', async () => {
    const [broken, fine] = await uploadAll(Buffer.from('MZ\x90\0'), PDF)
    const ref = (upload: string | undefined, name = 'a.pdf') => ({ upload, name })
    const refused = async (files: readonly object[]) =>
      (await yard.greg('POST', ALL, { body: yard.report({ files }) })).body
    expect(await refused([ref(fine), ref(broken)])).toEqual({ files: { 1: ['Invalid file type.'] } })
    expect(await refused([ref(fine, 'a/b.pdf')])).toEqual({
      files: { 0: { name: ['A file name can’t contain a path.'] } },
    })
    const theirs = await sendUpload(yard.admin, PDF)
    expect(await refused([ref(theirs)])).toEqual({
      files: { 0: ['The file was not completely uploaded. Choose it again.'] },
    })
    await yard.createReport({ files: [ref(fine)] })
    expect(await refused([ref(fine)])).toEqual({ files: { 0: ['This file belongs to another record.'] } })
    expect(await countReports()).toBe(1)
  })
})

describe('attachments are removed', () => {
  test('one or several, by id or client id; those already removed are skipped, and none of their bytes stay', async () => {
    const refs = await uploadAll(photo, PDF, TEXT)
    const files = refs.map((upload, at) => ({ upload, name: ['a.jpg', 'b.pdf', 'c.txt'][at] }))
    const { id, attachments } = await yard.createReport({ files })
    const several = '/api/maintenance/inspection-attachments/bulk_delete/'
    const gone = [attachments[0]?.id, refs[1]]
    for (let times = 0; times < 2; times++)
      expect((await yard.greg('POST', several, { body: { ids: gone } })).status).toBe(204)
    const one = `/api/maintenance/inspection-attachments/${attachments[2]?.id}/`
    expect((await yard.greg('DELETE', one)).status).toBe(204)
    expect((await yard.greg('DELETE', one)).status).toBe(404)
    const { body } = await yard.greg('GET', `${ALL}${id}/`)
    expect([body.attachments, body.version]).toEqual([[], 3])
    await sweepFiles(site.db, site.files)
    await sweepUploads(site.db, site.files, site.clock.now)
    expect(await fetchLeftovers()).toMatchObject({ files: 0, attachments: 0, kept: 0 })
  })
  test('with their inspection; those of other inspections stay', async () => {
    const [first, second] = await uploadAll(PDF, TEXT)
    const { id } = await yard.createReport({ files: [{ upload: first, name: 'a.pdf' }] })
    const other = await yard.createReport({ files: [{ upload: second, name: 'b.txt' }] })
    await yard.admin('DELETE', `${ALL}${id}/`)
    await sweepFiles(site.db, site.files)
    await sweepUploads(site.db, site.files, site.clock.now)
    expect(await fetchLeftovers()).toMatchObject({ files: 1, attachments: 1, kept: 1 })
    expect((await bytesOf(other.attachments[0]!.file)).equals(TEXT)).toBe(true)
  })
})

describe('inspections are exported', () => {
  const path = (ids: readonly number[]) => `/api/maintenance/export_inspections/?ids=${ids}&file_format=csv`

  test('as CSV, in the requested order: the same text that a device creates from the same rows', async () => {
    const first = await yard.createReport({ note: '=1+1, "x"' })
    const second = await yard.createReport({ service_type: 'oil_change', transport: 'TL-1' })
    const { headers, text } = await yard.greg('GET', path([second.id, first.id, second.id]))
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="2-inspections.csv"',
    ])
    expect(text).toBe(inspectionCsv([second, first]))
    const one = await yard.greg('GET', path([first.id]))
    expect(one.headers['content-disposition']).toBe(`attachment; filename="${first.id}-inspection.csv"`)
  })
  test('by a link, without a session, for ten minutes', async () => {
    const { id } = await yard.createReport()
    const { body } = await yard.greg('POST', '/api/maintenance/export_inspections/', { body: { ids: [id] } })
    const { text } = await yard.greg('GET', path([id]))
    expect((await site.signedOut('GET', body.url)).text).toBe(text)
    expect((await site.signedOut('GET', path([id]))).status).toBe(401)
    site.clock.now = new Date(site.clock.now.getTime() + 601_000)
    expect((await site.signedOut('GET', body.url)).status).toBe(401)
  })
  test('but not with unknown ids, and not with a malformed list of ids', async () => {
    const { id } = await yard.createReport()
    expect(await yard.greg('GET', path([id, 998, 999]))).toMatchObject({
      status: 404,
      body: { detail: 'There is no inspection 998, 999.' },
    })
    for (const ids of ['', '1;2', 'all', '1,'])
      expect((await yard.greg('GET', `/api/maintenance/export_inspections/?ids=${ids}`)).status).toBe(400)
    expect((await yard.greg('GET', `${path([id])}x`)).status).toBe(400)
  })
  test('with all their files as one ZIP', async () => {
    const refs = await uploadAll(photo, PDF, PDF_AGAIN)
    const { id } = await yard.createReport({
      files: refs.map((upload, at) => ({ upload, name: ['a.jpg', 'a.pdf', 'A.PDF'][at] })),
    })
    const { body } = await yard.greg('POST', `${ALL}${id}/download_attachments/`)
    const answer = await site.app.inject({ method: 'GET', url: body.url })
    expect([answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      'application/zip',
      `attachment; filename="${id}-attachments.zip"`,
    ])
    const files = Object.entries(unzipSync(answer.rawPayload)).map(([name, bytes]) => [name, sha(bytes)])
    expect(files).toEqual([
      ['a.jpg', sha(photo)],
      ['a.pdf', sha(PDF)],
      ['A (2).PDF', sha(PDF_AGAIN)],
    ])
  })

  test('with the files that still exist; the missing ones are listed by name', async () => {
    const refs = await uploadAll(PDF, TEXT)
    const { id } = await yard.createReport({
      files: refs.map((upload, at) => ({ upload, name: ['a.pdf', 'b.txt'][at] })),
    })
    for (const [name, bytes] of site.files.bytesByName) if (PDF.equals(bytes)) site.files.bytesByName.delete(name)
    const { body } = await yard.greg('POST', `${ALL}${id}/download_attachments/`)
    const files = unzipSync((await site.app.inject({ method: 'GET', url: body.url })).rawPayload)
    expect(Object.keys(files)).toEqual(['b.txt', 'Missing files.txt'])
    expect(Buffer.from(files['Missing files.txt'] ?? []).toString()).toBe('The server no longer has:\na.pdf\n')
  })
})

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

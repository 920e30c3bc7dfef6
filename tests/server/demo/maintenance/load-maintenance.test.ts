import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageTypeOf, thumbnailOf } from '#contract/files/files.ts'
import { inspection } from '#contract/maintenance/inspections.ts'
import { demoCompany } from '#server/demo/company/company.ts'
import { seedDemo } from '#server/demo/company/demo.ts'
import { keepSamples, readSamples } from '#server/demo/maintenance/samples.ts'
import { memoryFiles } from '#tests/support/offline/memory-files.ts'
import { type Caller, NOW, type TestApp, testApp } from '#tests/support/server/app.ts'

const TODAY = '2026-11-21'
const company = demoCompany(60, TODAY)
const generated = company.maintenance()

let site: TestApp
let admin: Caller
beforeAll(async () => {
  site = await testApp()
  await keepSamples(site.files)
  await seedDemo(site.db, { drivers: 60, today: TODAY, now: NOW, passwordHash: 'a hash' })
  admin = await site.as(1)
})
afterAll(() => site.close())

const rows = (name: string, text: string, params: readonly unknown[] = []) =>
  site.db.query(`test.${name}`, text, params)

describe('loading the demo company’s maintenance', () => {
  test('stores all generated records', async () => {
    const [counts] = await rows(
      'counts',
      `select (select count(*)::integer from inspections) as inspections,
         (select count(*)::integer from inspection_comments) as comments,
         (select count(*)::integer from inspection_attachments) as attachments,
         (select count(*)::integer from files where area = 'maintenance') as files`,
    )
    expect(counts).toEqual({
      inspections: 400,
      comments: generated.comments.length,
      attachments: generated.attachments.length,
      files: generated.attachments.length,
    })
  })

  test('leaves the defects unchanged, each with its report and, once settled, who settled it', async () => {
    const defects = await rows(
      'defects',
      'select id, unit_id, defect_type, urgency, description, state, found_on from defects order by id',
    )
    expect(defects).toEqual([...company.defects()])
    expect(await rows('loose', 'select id from defects where inspection_id is null')).toEqual([])
    const unsigned = `select id from defects where (state = 'open') <> (settled_by is null) or (settled_by is null) <> (settled_at is null)`
    expect(await rows('unsigned', unsigned)).toEqual([])
  })

  // The digest of the data without inspections. It includes the miles of the road map, fuel bought where the truck was,
  // and odometers of at least the driver's miles.
  test('leaves all other generated data of the demo company unchanged', () => {
    const digest = createHash('sha256')
    const { users, dispatchers, drivers } = company
    // The digest leaves out registrations, and the numbers and plates of trailers.
    const units = company.units.map(({ registration_expire: _, ...unit }) =>
      unit.kind === 'trailer' ? { ...unit, unit_number: null, licence_plate: null } : unit,
    )
    const generators = [company.days(), company.miles(), company.fuel(), company.revenue(), company.tolls()]
    for (const rows of [users, dispatchers, drivers, units, ...generators, company.defects(), company.positions()])
      for (const row of rows) digest.update(JSON.stringify(row))
    expect(digest.digest('hex')).toBe('f5017e7c0e886b09196eeb51ae4d792661198d6b864fc5c8546f02f4537dcbe6')
  })

  test('gives units the service and inspection dates that the server would compute from their reports', async () => {
    const mismatches = await rows(
      'standing',
      `select t.id from units t join inspections i on i.unit_id = t.id and i.is_latest
       group by t.id, t.next_service_date, t.inspection_passed_date
       having min(i.due_date) filter (where i.service_type in ('oil_change', 'pm_a', 'pm_b', 'pm_c')) <> t.next_service_date
         or max(i.date) filter (where i.service_type = 'annual_inspection') is distinct from t.inspection_passed_date`,
    )
    expect(mismatches).toEqual([])
  })

  test('marks the latest report of each unit and service', async () => {
    const wrong = await rows(
      'latest',
      `select id from (select id, is_latest, row_number() over (partition by unit_name, service_type order by date desc,
           made_at desc, id desc)
         as place from inspections) ranked where is_latest <> (place = 1)`,
    )
    expect(wrong).toEqual([])
  })

  test('stores odometers that match the miles of the day', async () => {
    const readings = await rows(
      'odometers',
      `select i.odometer, t.miles_driven - coalesce((select sum(m.miles) from unit_miles m
         where m.unit_id = t.id and m.date > i.date), 0) as told
       from inspections i join units t on t.id = i.unit_id
       where t.driver_id is not null and i.odometer is not null and i.date >= $1::date - 180`,
      [TODAY],
    )
    expect(readings.length).toBeGreaterThan(100)
    expect(readings.filter(({ odometer, told }) => Math.abs(Number(odometer) - Number(told)) > 0.001)).toEqual([])
  })

  test('stores no timestamp in the future, and timestamps that match their dates', async () => {
    const late = await rows(
      'late',
      `select id from inspections where greatest(made_at, received_at, approved_at, reviewed_at) > $1::timestamptz
         or made_at > received_at or (made_at at time zone 'America/Chicago')::date <> date
         or (approved_at at time zone 'America/Chicago')::date <> approved_date
         or (approved_by is null) <> (approved_at is null)
       union all select id from inspection_comments where created_at > $1::timestamptz
       union all select id from defects where settled_at > $1::timestamptz`,
      [NOW.toISOString()],
    )
    expect(late).toEqual([])
  })

  test('leaves the next numbers to the next inspection, comment and attachment', async () => {
    const next = await rows(
      'next',
      `select nextval(pg_get_serial_sequence('inspections', 'id'))::integer as inspection,
         nextval(pg_get_serial_sequence('inspection_comments', 'id'))::integer as comment,
         nextval(pg_get_serial_sequence('inspection_attachments', 'id'))::integer as attachment`,
    )
    const { comments, attachments } = generated
    expect(next).toEqual([{ inspection: 401, comment: comments.length + 1, attachment: attachments.length + 1 }])
  })

  test('lets the server return inspections as the contract declares, with their files', async () => {
    const { body, status } = await admin('GET', '/api/maintenance/inspections/?limit=400')
    expect([status, body.count, body.results.length]).toEqual([200, 400, 400])
    for (const row of body.results) expect(inspection.safeParse(row).error?.issues ?? []).toEqual([])
    const files = body.results.flatMap((row: { attachments: unknown[] }) => row.attachments)
    const picture = files.find((one: { type: string }) => one.type === 'image/jpeg')
    const whole = await admin('GET', picture.file)
    expect([whole.status, whole.headers['content-type'], Number(whole.headers['content-length'])]).toEqual([
      200,
      'image/jpeg',
      picture.file_size,
    ])
    const small = await admin('GET', thumbnailOf(picture.file))
    expect([small.status, small.headers['content-type']]).toEqual([200, 'image/webp'])
    const paper = files.find((one: { type: string }) => one.type === 'application/pdf')
    expect((await admin('GET', paper.file)).text.slice(0, 5)).toBe('%PDF-')
  })
})

describe('the samples', () => {
  test('are ten different pictures and three different papers, together under 700 kB', async () => {
    const samples = await readSamples()
    const pictures = samples.filter(({ bytes }) => imageTypeOf(bytes) === 'image/jpeg')
    const papers = samples.filter(({ bytes }) => Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-')
    expect([pictures.length, papers.length, samples.length]).toEqual([10, 3, 13])
    const size = ({ length }: Uint8Array) => length
    const all = samples.map(({ bytes, thumbnail }) => size(bytes) + (thumbnail ? size(thumbnail) : 0))
    expect(all.reduce((sum, one) => sum + one)).toBeLessThan(700_000)
    expect(new Set(samples.map(({ sha256 }) => sha256)).size).toBe(13)
  })

  test('are stored once, under the names in the `files` table, with a thumbnail for each photo', async () => {
    const files = memoryFiles()
    const stored: string[] = []
    const counting = {
      ...files,
      store: (name: string, bytes: Uint8Array) => {
        stored.push(name)
        return files.store(name, bytes)
      },
    }
    await keepSamples(counting)
    await keepSamples(counting)
    expect(stored.length).toBe(23)
    const names = await rows('names', `select distinct kept_as, type from files where area = 'maintenance'`)
    expect(names.length).toBe(13)
    for (const { kept_as, type } of names) {
      expect(files.bytesByName.has(String(kept_as))).toBe(true)
      expect(files.bytesByName.has(`${kept_as}-thumbnail`)).toBe(type === 'image/jpeg')
    }
  })
})

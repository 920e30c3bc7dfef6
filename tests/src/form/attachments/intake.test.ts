import { describe, expect, test } from 'vitest'
import { ATTACHMENT_REFUSALS, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '#contract/files/attachments.ts'
import { Intake } from '#src/form/attachments/intake.ts'
import { listedFiles } from '#src/form/attachments/listed-file.ts'
import { isRaw, type NewAttachment, rawAttachment } from '#src/form/attachments/new-attachment.ts'
import { FileRefused } from '#src/form/photos/file-refused.ts'
import type { PreparedAttachment } from '#src/form/photos/prepare-attachment.ts'

const file = (name: string) => new File([name], name, { type: 'image/jpeg' })
const PLACE = new Uint8Array([0xff, 0xe1, 0, 2])

/** A form that renders immediately or, as in React, later (`isLate`). `make` and `refuse` end a file's preparation. */
function aForm({ others = 0, isLate = false, isUncancelable = false, besides = [] as readonly NewAttachment[] } = {}) {
  let value: readonly NewAttachment[] = []
  let idCount = 0
  const works = new Map<string, PromiseWithResolvers<PreparedAttachment>>()
  const intake = new Intake({
    make: ({ name }, _, signal) => {
      const work = Promise.withResolvers<PreparedAttachment>()
      // The page itself can't stop in the middle of a photo; a worker can.
      if (!isUncancelable) signal.addEventListener('abort', () => work.reject(signal.reason))
      works.set(name, work)
      return work.promise
    },
    asShot: (shot, id) => Promise.resolve({ file: shot, digest: id, location: null }),
    newId: () => {
      idCount += 1
      return `019af3b0-0000-7000-8000-${String(idCount).padStart(12, '0')}`
    },
  })
  const onChange = (next: readonly NewAttachment[]) => {
    value = next
    if (!isLate) render()
  }
  const resumed: Promise<void>[] = []
  let rendered = value
  /** `isStale`: with the value from before the last change. */
  const render = (isStale = false) => {
    if (!isStale) rendered = value
    resumed.push(...intake.follow({ attachments: rendered, others, besides, onChange }))
  }
  render()
  const listed = () =>
    listedFiles(value, intake.refused.get()).map(({ name, state, refusal }) => `${name} ${refusal || state}`)
  return {
    intake,
    render,
    listed,
    /** The files that are ready. */
    value: () => value.filter((one) => !isRaw(one)),
    /** All files of the form, as its draft stores them. */
    stored: () => value,
    /** A draft restores files in the form. */
    restore: (files: readonly NewAttachment[]) => onChange(files),
    resumed: () => resumed,
    idOf: (name: string) => listedFiles(value, intake.refused.get()).find((one) => one.name === name)!.id,
    /** Adds files. Returns the result of each: `over`, or the reason for the refusal. */
    addFiles: (names: readonly string[], source: 'file' | 'camera' = 'file') =>
      intake.add(names.map(file), source).map((work) =>
        work.then(
          () => 'over',
          (error: Error) => error.message,
        ),
      ),
    make: async (name: string, over: Partial<PreparedAttachment> = {}) => {
      works.get(name)?.resolve({ file: file(name), digest: name, location: null, ...over })
      await new Promise((resolve) => setTimeout(resolve))
    },
    /** The device can't prepare the file now. */
    fail: async (name: string) => {
      works.get(name)?.reject(new RangeError('out of memory'))
      await new Promise((resolve) => setTimeout(resolve))
    },
    refuse: async (name: string, words: string) => {
      works.get(name)?.reject(new FileRefused(words))
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

describe('files added to a form', () => {
  test('are listed while they are prepared, and attached when they are ready', async () => {
    const form = aForm()
    const [one] = form.addFiles(['a.jpg', 'b.jpg'])
    expect(form.listed()).toEqual(['a.jpg making', 'b.jpg making'])
    expect(form.value()).toEqual([])
    await form.make('a.jpg')
    expect(form.listed()).toEqual(['a.jpg ready', 'b.jpg making'])
    expect(form.value()).toMatchObject([{ name: 'a.jpg', digest: 'a.jpg', isLocated: false }])
    expect(await one).toBe('over')
    expect(form.intake.news.get()).toBe('a.jpg is attached.')
  })
  test('are in the form as they are before they are prepared, so that its draft stores them, and their result takes their place', async () => {
    const form = aForm()
    form.addFiles(['a.jpg', 'b.jpg'], 'camera')
    expect(form.stored()).toMatchObject([
      { name: 'a.jpg', digest: null, source: 'camera', location: null },
      { name: 'b.jpg', digest: null, source: 'camera', location: null },
    ])
    const [a, b] = form.stored()
    await form.make('b.jpg')
    expect(form.stored()[0]).toBe(a)
    expect(form.stored()[1]).toMatchObject({ id: b?.id, digest: 'b.jpg' })
    expect(form.stored()[1]).not.toHaveProperty('source')
    await form.refuse('a.jpg', 'Invalid file type.')
    expect(form.stored().map(({ name }) => name)).toEqual(['b.jpg'])
  })
  test('that a draft restores as they were added are prepared once, and the submit waits for them', async () => {
    const form = aForm()
    const raw = rawAttachment('019af3b0-0000-7000-8000-0000000000aa', file('a.jpg'), 'camera')
    form.restore([raw])
    form.render()
    expect(form.resumed()).toHaveLength(1)
    expect(form.listed()).toEqual(['a.jpg making'])
    await form.make('a.jpg', { location: PLACE })
    await Promise.all(form.resumed())
    expect(form.value()).toMatchObject([{ id: raw.id, digest: 'a.jpg', location: PLACE, isLocated: false }])
  })
  test('over 5 MB are refused before they are stored, unless the camera took them', async () => {
    const form = aForm()
    const large = new File([new Uint8Array(MAX_ATTACHMENT_BYTES + 1)], 'large.jpg')
    const [refusal] = form.intake.add([large], 'file')
    await expect(refusal).rejects.toThrow(ATTACHMENT_REFUSALS.size)
    expect(form.stored()).toEqual([])
    expect(form.listed()).toEqual([`large.jpg ${ATTACHMENT_REFUSALS.size}`])
    form.intake.add([large], 'camera')
    expect(form.stored()).toHaveLength(1)
  })
  test('keep the id under which they are uploaded from the start', async () => {
    const form = aForm()
    form.addFiles(['a.jpg'])
    const id = form.idOf('a.jpg')
    await form.make('a.jpg')
    expect(form.value()[0]?.id).toBe(id)
  })
  test('that are refused are listed with the reason while the others are attached, and the waiting submit is canceled', async () => {
    const form = aForm()
    const works = form.addFiles(['a.jpg', 'setup.exe', 'c.jpg'])
    await form.make('a.jpg')
    await form.refuse('setup.exe', 'Invalid file type.')
    await form.make('c.jpg')
    expect(form.listed()).toEqual(['a.jpg ready', 'c.jpg ready', 'setup.exe Invalid file type.'])
    expect(form.value().map(({ name }) => name)).toEqual(['a.jpg', 'c.jpg'])
    expect(await Promise.all(works)).toEqual(['over', 'Invalid file type.', 'over'])
  })
  test.each([false, true])('are attached once when added twice (the form renders late: %s)', async (isLate) => {
    const form = aForm({ isLate })
    const works = form.addFiles(['a.jpg', 'again.jpg'])
    await form.make('a.jpg')
    await form.make('again.jpg', { digest: 'a.jpg' })
    expect(form.value().map(({ name }) => name)).toEqual(['a.jpg'])
    expect(await works[1]).toBe('This file is attached already.')
    expect(form.listed()[1]).toBe('again.jpg This file is attached already.')
  })
  test('of the camera stay as they are when the device can’t shrink them now; a refused one leaves', async () => {
    const form = aForm()
    const works = form.addFiles(['one.jpg', 'two.jpg'], 'camera')
    await form.fail('one.jpg')
    await form.refuse('two.jpg', 'Invalid file type.')
    expect(form.listed()).toEqual(['one.jpg ready', 'two.jpg Invalid file type.'])
    expect(await Promise.all(works)).toEqual(['over', 'Invalid file type.'])
  })

  test('are all attached even if the form renders after the next one is ready', async () => {
    const form = aForm({ isLate: true })
    form.addFiles(['a.jpg', 'b.jpg', 'c.jpg'])
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await form.make(name)
    form.render()
    expect(form.value().map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  })
  test('stay attached when the form renders once more with its old value', async () => {
    const form = aForm({ isLate: true })
    form.addFiles(['a.jpg', 'b.jpg'])
    await form.make('a.jpg')
    form.render(true)
    await form.make('b.jpg')
    form.render()
    expect(form.value().map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg'])
  })
  test('are refused if another field of the record has them, and count toward the same limit', async () => {
    const other = aForm()
    other.addFiles(['a.jpg'])
    await other.make('a.jpg')
    const form = aForm({ besides: other.value(), others: MAX_ATTACHMENTS - 2 })
    form.addFiles(['a.jpg', 'b.jpg'])
    await form.make('a.jpg')
    expect(form.listed()).toEqual([`b.jpg ${ATTACHMENT_REFUSALS.many}`, `a.jpg ${ATTACHMENT_REFUSALS.twice}`])
  })
  test('beyond the limit of a record are refused immediately, counting its existing files', async () => {
    const form = aForm({ others: MAX_ATTACHMENTS - 3 })
    form.addFiles(['a.jpg'])
    await form.make('a.jpg')
    const works = form.addFiles(['b.jpg'])
    form.addFiles(['c.jpg', 'd.jpg'])
    expect(form.listed()).toEqual(['a.jpg ready', 'b.jpg making', 'c.jpg making', `d.jpg ${ATTACHMENT_REFUSALS.many}`])
    expect(form.intake.news.get()).toBe(ATTACHMENT_REFUSALS.many)
    await form.refuse('b.jpg', 'Invalid file type.')
    expect(await works[0]).toBe('Invalid file type.')
    form.addFiles(['e.jpg'])
    expect(form.listed()).toContain('e.jpg making')
  })
})

describe('a file that is removed', () => {
  test('during preparation is not prepared further, does not delay the submit and is not attached', async () => {
    const form = aForm()
    const works = form.addFiles(['a.jpg', 'b.jpg'])
    form.intake.remove(form.idOf('a.jpg'))
    expect(await works[0]).toBe('over')
    await form.make('a.jpg')
    await form.make('b.jpg')
    expect(form.listed()).toEqual(['b.jpg ready'])
  })
  test.each(['made', 'refused'])(
    'but is still %s because its preparation cannot be canceled, does not reappear',
    async (end) => {
      const form = aForm({ isUncancelable: true })
      const works = form.addFiles(['a.jpg'])
      form.intake.remove(form.idOf('a.jpg'))
      await (end === 'made' ? form.make('a.jpg') : form.refuse('a.jpg', 'Invalid file type.'))
      expect(await works[0]).toBe('over')
      expect(form.listed()).toEqual([])
    },
  )
  test('leaves the form, and can be restored to its position or added again', async () => {
    const form = aForm()
    form.addFiles(['a.jpg', 'b.jpg'])
    await form.make('a.jpg')
    await form.make('b.jpg')
    const removed = form.intake.remove(form.idOf('a.jpg'))
    expect(form.listed()).toEqual(['b.jpg ready'])
    removed?.putBack()
    removed?.putBack()
    expect(form.listed()).toEqual(['a.jpg ready', 'b.jpg ready'])
    const again = form.intake.remove(form.idOf('a.jpg'))
    form.addFiles(['a.jpg'])
    await form.make('a.jpg')
    again?.putBack()
    expect(form.listed()).toEqual(['b.jpg ready', 'a.jpg ready'])
  })
  test('during preparation can be restored, and is prepared again', async () => {
    const form = aForm()
    form.addFiles(['a.jpg', 'b.jpg'])
    const removed = form.intake.remove(form.idOf('a.jpg'))
    await form.make('b.jpg')
    removed?.putBack()
    expect(form.listed()).toEqual(['a.jpg making', 'b.jpg ready'])
    await form.make('a.jpg')
    expect(form.listed()).toEqual(['a.jpg ready', 'b.jpg ready'])
  })
  test('after it was refused leaves the list', async () => {
    const form = aForm()
    form.addFiles(['setup.exe'])
    await form.refuse('setup.exe', 'Invalid file type.')
    form.intake.remove(form.idOf('setup.exe'))
    expect(form.listed()).toEqual([])
  })
})

describe('the location of a photo', () => {
  const sizes = (form: ReturnType<typeof aForm>) => form.value().map(({ file: { size } }) => size)
  test('is left out unless the user includes it, then added to every photo that has one, and removed again', async () => {
    const form = aForm()
    form.addFiles(['place.jpg', 'none.jpg'])
    await form.make('place.jpg', { location: PLACE })
    await form.make('none.jpg')
    const before = sizes(form)
    form.intake.keepLocations(true)
    form.intake.keepLocations(true)
    expect(sizes(form)).toEqual([before[0]! + PLACE.length, before[1]])
    form.addFiles(['later.jpg'])
    await form.make('later.jpg', { location: PLACE })
    expect(form.value().map(({ isLocated }) => isLocated)).toEqual([true, false, true])
    form.intake.keepLocations(false)
    expect(sizes(form).slice(0, 2)).toEqual(before)
    expect(form.value().map(({ isLocated }) => isLocated)).toEqual([false, false, false])
  })
})

test('a closed form prepares no more files; they stay as they were added', async () => {
  const form = aForm()
  const works = form.addFiles(['a.jpg', 'b.jpg'])
  form.intake.end()
  expect(await Promise.all(works)).toEqual(['over', 'over'])
  expect(form.stored().every(isRaw)).toBe(true)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aboutOf, clearSealer, importSealKey, openText, sealerWith, sealText } from '#src/seal/sealer.ts'
import { aSealer } from '#tests/support/builders/a-sealer.ts'

const HERE = aboutOf('outbox', '7', 'entry', 1)

test('a sealed text opens in its own place, for any text and place', async () => {
  const sealer = await aSealer()
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string(), async (text, place) => {
      const sealed = await sealText(sealer, text.toWellFormed(), aboutOf(place))
      expect(await openText(sealer, sealed, aboutOf(place))).toBe(text.toWellFormed())
    }),
  )
})

test('a sealed text does not open in another place, with another key, or with a changed byte', async () => {
  const [sealer, other] = [await aSealer(1), await aSealer(2)]
  const sealed = await sealText(sealer, 'Maria Lopez', HERE)
  expect(await openText(sealer, sealed, aboutOf('outbox', '8', 'entry', 1))).toBeNull()
  expect(await openText(other, sealed, HERE)).toBeNull()
  for (const at of sealed.keys()) {
    const changed = Uint8Array.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await openText(sealer, changed, HERE)).toBeNull()
    expect(await openText(sealer, sealed.slice(0, at), HERE)).toBeNull()
  }
})

test('sealed bytes reveal nothing of the text, and differ each time', async () => {
  const sealer = await aSealer()
  const [one, two] = [await sealText(sealer, 'Maria Lopez', HERE), await sealText(sealer, 'Maria Lopez', HERE)]
  expect(new TextDecoder('latin1').decode(one)).not.toContain('Maria')
  expect(one).not.toEqual(two)
})

test('an older key still opens what it sealed, and seals nothing new', async () => {
  const key = (id: string, byte: number) => importSealKey(id, new Uint8Array(32).fill(byte))
  const former = await key('00000001', 1)
  const sealedBefore = await sealText(sealerWith([former]), 'from before', HERE)
  const both = sealerWith([await key('00000002', 2), former])
  expect(await openText(both, sealedBefore, HERE)).toBe('from before')
  expect(await openText(sealerWith([former]), await sealText(both, 'new', HERE), HERE)).toBeNull()
})

test('a key can be used, but never exported', async () => {
  const { key } = await importSealKey('00000001', new Uint8Array(32))
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

test('text written by a page without WebCrypto is not opened by a page that seals', async () => {
  const clear = await sealText(clearSealer, 'planted', HERE)
  expect(await openText(clearSealer, clear, HERE)).toBe('planted')
  expect(await openText(await aSealer(), clear, HERE)).toBeNull()
})

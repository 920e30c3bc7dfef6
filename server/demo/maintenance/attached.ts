import type { Random } from '#server/demo/random.ts'
import type { Draft } from './draft.ts'
import type { Sample } from './samples.ts'

/** A file of a report: its content, its name and the defect that it shows (null for none). */
export interface Attached {
  readonly sample: Sample
  readonly name: string
  readonly defect_id: number | null
}

/** The pictures that show a defect, by defect type. */
const PICTURES: Readonly<Record<string, readonly Sample[]>> = {
  service_brakes: ['air-leak', 'brake-hose'],
  tires: ['worn-tire'],
  lighting_devices: ['marker-lamp'],
  wheels_and_rims: ['lug-nuts'],
  coupling_devices: ['fifth-wheel'],
  rear_vision_mirrors: ['mirror'],
}

/** Papers and pictures that show no defect, by service type, each with the share of reports that have it. */
const USUAL: Readonly<Record<string, readonly (readonly [sample: Sample, share: number])[]>> = {
  oil_change: [
    ['odometer', 0.45],
    ['invoice', 0.4],
  ],
  pm_a: [
    ['work-order', 0.3],
    ['odometer', 0.12],
  ],
  pm_b: [['work-order', 0.6]],
  pm_c: [
    ['invoice', 0.8],
    ['work-order', 0.4],
  ],
  annual_inspection: [['annual-inspection', 0.6]],
  tire_service: [
    ['worn-tire', 0.5],
    ['invoice', 0.7],
  ],
  brake_service: [
    ['brake-hose', 0.35],
    ['invoice', 0.7],
  ],
  repair: [
    ['invoice', 0.7],
    ['work-order', 0.2],
  ],
  reefer_service: [
    ['door-seal', 0.3],
    ['invoice', 0.6],
  ],
  other: [['mud-flap', 0.4]],
}

function nameOf(random: Random, sample: Sample): string {
  if (sample === 'invoice') return `Invoice ${random.whole(18_200, 24_900)}.pdf`
  if (sample === 'work-order') return `WO-${random.whole(3_100, 6_800)}.pdf`
  if (sample === 'annual-inspection') return 'Annual inspection 396.17.pdf'
  return random.chance(0.7)
    ? `IMG_${String(random.whole(1204, 9871))}.jpg`
    : `${sample.replace('-', ' ')}.jpg`.replace(/^./, (letter) => letter.toUpperCase())
}

/** The files of a report. Each sample occurs once at most, because a report never has the same file twice. */
export function filesOf(random: Random, { defects, service_type }: Draft): Attached[] {
  const shown = defects.flatMap(({ defect }) => {
    const pictures = PICTURES[defect.defect_type] ?? []
    return pictures
      .filter((_, index) => random.chance(index === 0 ? 0.8 : 0.45))
      .map((sample) => ({ sample, defect_id: defect.id }))
  })
  const usual = (USUAL[service_type] ?? [])
    .filter(([, share]) => random.chance(share))
    .map(([sample]) => ({ sample, defect_id: null }))
  const known = new Set<Sample>()
  return [...shown, ...usual].flatMap(({ sample, defect_id }) => {
    if (known.has(sample)) return []
    known.add(sample)
    return [{ sample, defect_id, name: nameOf(random, sample) }]
  })
}

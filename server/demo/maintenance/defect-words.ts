/** A shop's notes on the repair of a part, by defect type. */
export const REPAIRS: Readonly<Record<string, readonly string[]>> = {
  service_brakes: [
    'Brake chamber replaced, no leak at 100 psi.',
    'Slack adjuster replaced, stroke 1-1/2 in.',
    'Hose replaced and clamped, soap tested.',
  ],
  tires: [
    'Tire replaced, torqued to 475 ft-lb.',
    'Dismounted, new recap mounted and balanced.',
    'New tire, valve stem too.',
  ],
  lighting_devices: [
    'LED lamp and pigtail replaced.',
    'Corroded connector cut out, sealed plug put in.',
    'Lamp replaced, all lights work.',
  ],
  wheels_and_rims: [
    'Studs and nuts replaced, torqued crosswise.',
    'Wheel seal replaced, hub filled.',
    'Wheel off, studs good, new nuts.',
  ],
  coupling_devices: [
    'Jaws adjusted, coupled and tugged twice.',
    'Kingpin and plate cleaned and greased.',
    'Release arm spring replaced.',
  ],
  steering_mechanism: ['Drag link replaced, alignment checked.', 'Tie rod boot and grease fitting replaced.'],
  horn: ['Horn valve replaced.', 'Relay replaced, both horns work.'],
  windshield_wipers: ['Wiper motor replaced.', 'Blades replaced.'],
  rear_vision_mirrors: ['Mirror assembly replaced.', 'Mirror glass with heater replaced.'],
  emergency_equipment: ['Extinguisher replaced, charged and mounted.', 'Triangle kit completed.'],
}

/** A fleet manager's certified reasons why a repair can wait. */
export const DEFERRALS = [
  'Safe to run. Do it at the next PM.',
  'Looked at it, not needed for safe operation. Parts ordered.',
  'Within limits. Look at it again at the next PM.',
]

/** Notes on reports with defects. */
export const FINDINGS = [
  'Found on the walkaround.',
  'Driver called it in from the road.',
  'Seen at the fuel island.',
  'Found while it was in for something else.',
  '',
  '',
]

/** Notes on the second inspection, after a repair. */
export const LOOKS_AFTER = [
  'Looked over after the repair, good to go.',
  'Rechecked after the repair, all OK.',
  'All OK after the repair.',
]

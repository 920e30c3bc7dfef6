import type { ServiceType } from '#contract/maintenance/maintenance-choices.ts'

/** The author of a remark: `M` is the unit's fleet manager, `D` its dispatcher, `A` an administrator. */
export type Speaker = 'M' | 'D' | 'A'

/** Remarks in order. Each line begins with its speaker. */
type Conversation = readonly `${Speaker}: ${string}`[]

const ABOUT_TIRES: readonly Conversation[] = [
  ['M: Casings are good, had them recapped.'],
  ['D: Driver says the vibration is gone.', 'M: Good. Recheck the torque after 50 to 100 miles.'],
  [
    'A: Third tire on this unit this year. Is it the alignment?',
    'M: Could be. Booked it for Thursday.',
    'M: Toe was out, fixed.',
  ],
  ['D: Road call took two hours, the receiver took the load anyway.'],
  ['M: Steers at 5/32, that is close. Next visit they go.'],
  ['M: Scuffed on the inside, watch the pressure.', 'D: Told the driver to gauge them cold.'],
]
const ABOUT_BRAKES: readonly Conversation[] = [
  ['M: Drums were glazed, so both sides.'],
  [
    'D: When can I have it back? Load picks up tomorrow at six.',
    'M: After lunch, they wait for one chamber.',
    'M: Done, keys at the front.',
  ],
  ['M: Stroke measured all around, 1-3/4 at most.'],
  ['A: Warranty on the chambers?', 'M: No, 14 months old. I asked.'],
  ['D: ABS lamp is out now, thanks.'],
  ['M: Kept the old shoes for the shop to look at.'],
]
const ABOUT_REPAIRS: readonly Conversation[] = [
  ['D: Driver is at home until Monday, no hurry.', 'M: Good, parts come Friday.', 'M: Parts are here, done Saturday.'],
  ['A: That is a lot for four hours.', 'M: Two of them were finding it. I had them take a quarter off.'],
  ['M: Code is cleared. If it comes back, straight to the dealer.'],
  ['M: Core charge comes back on the next invoice.'],
  ['D: Back on the road at 3 pm.'],
  [
    'M: Same part as in March, warranty claim is in.',
    'A: Put the claim number on the invoice, please.',
    'M: It is on page two.',
  ],
]
const ABOUT_SERVICE: readonly Conversation[] = [
  ['M: Next one together with the oil, saves a day.'],
  ['D: Can it wait until the 15th? It is out to Laredo and back.', 'M: Yes, but not longer.'],
  ['M: Small seep at the rear main, nothing drips. Watch it.'],
  ['M: Batteries at 620 CCA, they will not see another winter.', 'A: Put four on the list for November.'],
  ['D: Truck is dropped at the shop, keys in the night box.', 'M: Got it.', 'M: Ready, parked on the north side.'],
  ['M: Lab says iron is up a little. Sample again at the next change.'],
  ['A: Their rate went up again.', 'M: I talked to them, we keep the old one until January.'],
  ['M: Fifth wheel was dry. Driver to grease it on Fridays.'],
  ['M: Idles too much, 41 %. Talk to the driver.', 'D: Did. The APU was off, works again now.'],
]
const ABOUT_ANNUALS: readonly Conversation[] = [
  ['M: New decal is on, copy of the report is in the cab.'],
  ['A: Please file the form, we have the audit in spring.', 'M: Attached.'],
  ['M: Passed, but the shoes are at 40 %. Half a year at most.'],
  ['D: Driver has the paper.', 'M: Old decal scraped off too.'],
  ['M: Inspector is qualified under 396.19, certificate is on file.'],
  ['M: Next time two weeks earlier, this was close.', 'D: Put it on the calendar.'],
]
const ABOUT_REEFERS: readonly Conversation[] = [
  ['D: Pulled down to -10 in an hour, looks good.', 'M: Good.'],
  ['M: 11,400 hours on the engine. Belts every 1,500 from now on.'],
  ['D: Load of produce tomorrow, can I count on it?', 'M: Yes. Ran all night at 34.', 'D: Thanks.'],
  ['M: Door seal at the bottom corner gets worse, ordered one.'],
  ['A: Washout receipts go to the driver’s settlement, not here.', 'M: Moved it.'],
]
const ABOUT_TRIPS: readonly Conversation[] = [
  ['M: Thanks, that is how it should look.'],
  ['D: Rolling.'],
  ['M: Please take a picture of the tires next time.'],
  ['D: Driver had it done in twelve minutes.', 'M: Eleven more than some others.'],
]
const ABOUT_OTHERS: readonly Conversation[] = [
  ['M: Clean inspection counts for our score.', 'A: Bonus for the driver, please.', 'D: On this week’s settlement.'],
  ['M: Receipt attached.'],
  ['D: Took half an hour.'],
  ['M: Not our fault this time, billed to the customer.'],
]

/** Conversations about reports without defects, by service type. */
export const SAID_OF: Readonly<Record<ServiceType, readonly Conversation[]>> = {
  oil_change: ABOUT_SERVICE,
  pm_a: ABOUT_SERVICE,
  pm_b: ABOUT_SERVICE,
  pm_c: ABOUT_SERVICE,
  tire_service: ABOUT_TIRES,
  brake_service: ABOUT_BRAKES,
  annual_inspection: ABOUT_ANNUALS,
  pre_trip: ABOUT_TRIPS,
  post_trip: ABOUT_TRIPS,
  reefer_service: ABOUT_REEFERS,
  repair: ABOUT_REPAIRS,
  other: ABOUT_OTHERS,
}

/** Conversations about reports with an open major defect, which keeps the unit in the yard. */
export const SAID_OF_GRAVE: readonly Conversation[] = [
  ['M: Parked. Nobody moves it until that is fixed.', 'D: Load goes on another one.'],
  ['D: How long?', 'M: Part is on the truck from Gary, here by noon.', 'D: Then the driver takes his 34 now.'],
  ['A: Is it out of service?', 'M: Yes. Mobile mechanic comes at seven.'],
  ['M: Red tag is on the wheel.', 'D: Recovered the load, customer knows.', 'A: Thanks for stopping it in the yard.'],
  ['M: Looked at it with the driver, he was right to write it up.', 'M: Shop has it on the list for tomorrow.'],
]
/** Conversations about reports whose open defects can wait. */
export const SAID_OF_SLIGHT: readonly Conversation[] = [
  ['M: Can run. We do it when it is in for the PM.'],
  ['D: Driver asks about it every day.', 'M: Thursday, tell him.', 'D: Will do.'],
  ['M: Part is ordered, two days.'],
  ['A: Please not longer than the due date, that is what we sign for.', 'M: Noted.'],
  ['M: Looked at it in the yard, not worse than last week.'],
  ['D: He is at the terminal on Saturday, can somebody look?', 'M: Ray does.'],
]
/** Conversations about reports whose defects are all settled. */
export const SAID_OF_REPAIRED: readonly Conversation[] = [
  ['M: Done, driver signed it off.'],
  ['D: Back on the road.', 'M: Thanks. Old part is on the bench.'],
  ['M: Fixed the same day.', 'A: Good work.'],
  ['D: Is it ready?', 'M: Test drive now.', 'M: Ready. Keys are with the guard.', 'D: Driver is on his way.'],
  ['M: Invoice follows, they are behind with the paper.', 'A: Got it now.'],
]

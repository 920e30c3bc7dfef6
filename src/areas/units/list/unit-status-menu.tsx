import { VEHICLE_STATUSES, type VehicleStatus, vehicleStatusOf } from '#contract/units/unit-choices.ts'
import type { Unit } from '#contract/units/units.ts'
import { edit } from '#contract/wire/access.ts'
import { saveStatus } from '#src/areas/units/changes/place-unit.ts'
import { unitTitle } from '#src/areas/units/changes/seen-unit.ts'
import { useCan } from '#src/session/use-can.ts'
import { toastFailure } from '#src/ui/notice/toast.ts'
import { DatedStatusMenu } from '#src/ui/status/dated-status-menu.tsx'
import { StatusBadge } from '#src/ui/status/status-badge.tsx'
import { UNIT_WORDS } from '../unit-kinds.ts'

/** Whether the menu offers a status. `assigned` follows from the driver and can't be chosen. */
const isOffered = (status: VehicleStatus) => status !== 'assigned'
/** Whether a status has a first and a last day: only a stay in the shop. */
const isDated = (status: VehicleStatus) => status === 'on_service'

/** A unit's status. Users who may edit the unit's area can change it and its dates here. */
export function UnitStatusMenu({ unit }: { readonly unit: Unit }) {
  const mayEdit = useCan(edit(UNIT_WORDS[unit.kind].area))
  const { status, status_date_from: from, status_date_to: to } = unit
  if (!mayEdit) return <StatusBadge {...vehicleStatusOf(status)} />
  return (
    <DatedStatusMenu
      of={unitTitle(unit)}
      present={{ status, from, to }}
      statuses={VEHICLE_STATUSES}
      isOffered={isOffered}
      isAsked={isDated}
      isEndNeeded={isDated}
      onKeep={(chosen, dates) => void saveStatus(unit, chosen, dates).catch(toastFailure)}
    />
  )
}

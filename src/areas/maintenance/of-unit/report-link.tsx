import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Defect, Inspection } from '#contract/maintenance/inspections.ts'
import { defectHash } from '../named-defect.ts'
import { reportRef } from './unit-reports.ts'

interface ReportLinkProps {
  readonly report: Inspection
  /** The defect to show first. */
  readonly defect?: Defect
  readonly children: ReactNode
}

/** A link that opens a report on the maintenance page. */
export function ReportLink({ report, defect, children }: ReportLinkProps) {
  return (
    <Link to="/maintenance" search={{ open: reportRef(report) }} {...(defect && { hash: defectHash(defect) })}>
      {children}
    </Link>
  )
}

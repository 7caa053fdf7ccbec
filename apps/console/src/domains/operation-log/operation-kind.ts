// Reads the type, the name and the page of a target from a row of the operation log.
import { OPERATION_TYPES, shownCode } from '@sealwright/contract'
import type { OperationRow, OperationTarget, OperationType } from '@sealwright/contract'
import { allScreens } from '../../lib/place/screen.ts'

const TYPES = Object.keys(OPERATION_TYPES) as OperationType[] // keys of a const object

export function operationType(row: OperationRow): OperationType {
  return TYPES.find((type) => OPERATION_TYPES[type] === row.type) ?? 'update'
}

const CODES: ReadonlySet<OperationTarget> = new Set(['smartLicense', 'snLicense'])
/** The name that people know. The log keeps license codes without groups. */
export const targetName = ({ targetKind, targetName: name }: OperationRow) =>
  CODES.has(targetKind) ? shownCode(name) : name

/**
 * The page of the target, if the person may open one that shows targets of this kind. Requests have a page for each
 * family of licenses; each of them leads to the right one.
 */
export function targetHref(
  { targetKind, targetGuid }: OperationRow,
  opens: (href: string) => boolean,
): string | undefined {
  const screen = allScreens().find(({ shows, path }) => shows?.kind === targetKind && opens(path))
  return screen?.shows && `${screen.path}?${screen.shows.by ?? 'guid'}=${targetGuid}`
}

// The icon and the chart color of each charge category.
import type { ChargeCategory } from '@sealwright/contract'
import { BadgeCheck, Building2, Landmark, MonitorSmartphone, Package, RefreshCw } from 'lucide-react'
import type { ChartTone } from '../../blocks/chart/swatch.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import type { IconMarkProps } from '../../blocks/control/icon-mark.tsx'

type Look = Pick<IconMarkProps, 'icon' | 'tint'> & { tone: ChartTone }

export const CATEGORY_LOOKS: Record<ChargeCategory, Look> = {
  issue: { icon: BadgeCheck, tint: 0, tone: 'brand' },
  update: { icon: RefreshCw, tint: 5, tone: 'teal' },
  activation: { icon: MonitorSmartphone, tint: 1, tone: 'ok' },
  package: { icon: Package, tint: 4, tone: 'violet' },
  serviceFee: { icon: Building2, tint: 2, tone: 'warn' },
  platform: { icon: Landmark, tint: 6, tone: 'lime' },
}

export function CategoryMark({ category, size }: { category: ChargeCategory } & Pick<IconMarkProps, 'size'>) {
  const { icon, tint } = CATEGORY_LOOKS[category]
  return <IconMark icon={icon} tint={tint} size={size} />
}

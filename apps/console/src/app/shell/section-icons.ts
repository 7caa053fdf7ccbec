// Not in the screen table, because the pages before sign-in load that table too.
import {
  Boxes,
  FileCheck2,
  KeyRound,
  LayoutDashboard,
  LayoutTemplate,
  Megaphone,
  MonitorDot,
  Settings,
  Usb,
  UsersRound,
  Wallet,
  Wrench,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { MenuGroup } from '../../lib/place/screen.ts'

export const SECTION_ICONS: Record<MenuGroup, LucideIcon> = {
  dashboard: LayoutDashboard,
  product: Boxes,
  template: LayoutTemplate,
  license: KeyRound,
  dongle: Usb,
  people: UsersRound,
  runtime: MonitorDot,
  approval: FileCheck2,
  marketing: Megaphone,
  tool: Wrench,
  billing: Wallet,
  setting: Settings,
}

import type { zones as source } from '../zh-cn/zones.ts'

/** Only the names that differ from the city in the name of the zone. */
export const zones: Readonly<Partial<Record<keyof typeof source, string>>> = {
  'Pacific/Marquesas': 'Marquesas Islands',
  'America/Guatemala': 'Guatemala City',
  'America/Bogota': 'Bogotá',
  'America/Panama': 'Panama City',
  'America/St_Johns': "St. John's",
  'America/Sao_Paulo': 'São Paulo',
  'Etc/UTC': 'Coordinated Universal Time',
  'Asia/Ho_Chi_Minh': 'Ho Chi Minh City',
}

// Section 3's look-up maps: countries by their ISO 3166 code, time zones by a number from 1 to 100 without 89. Names are not here: every
// browser and Node know those of countries in both languages, and those of time zones are phrases.
import { LIMITS } from './limits.ts'

export const COUNTRIES = [
  'AD', 'AE', 'AF', 'AG', 'AI', 'AL', 'AM', 'AO', 'AQ', 'AR', 'AS', 'AT', 'AU', 'AW', 'AX', 'AZ', 'BA', 'BB', 'BD', 'BE', 'BF', 'BG', 'BH', 'BI', 'BJ', 'BL', 'BM', 'BN', 'BO', 'BQ',
  'BR', 'BS', 'BT', 'BV', 'BW', 'BY', 'BZ', 'CA', 'CC', 'CD', 'CF', 'CG', 'CH', 'CI', 'CK', 'CL', 'CM', 'CN', 'CO', 'CR', 'CU', 'CV', 'CW', 'CX', 'CY', 'CZ', 'DE', 'DJ', 'DK', 'DM',
  'DO', 'DZ', 'EC', 'EE', 'EG', 'EH', 'ER', 'ES', 'ET', 'FI', 'FJ', 'FK', 'FM', 'FO', 'FR', 'GA', 'GB', 'GD', 'GE', 'GF', 'GG', 'GH', 'GI', 'GL', 'GM', 'GN', 'GP', 'GQ', 'GR', 'GS',
  'GT', 'GU', 'GW', 'GY', 'HK', 'HM', 'HN', 'HR', 'HT', 'HU', 'ID', 'IE', 'IL', 'IM', 'IN', 'IO', 'IQ', 'IR', 'IS', 'IT', 'JE', 'JM', 'JO', 'JP', 'KE', 'KG', 'KH', 'KI', 'KM', 'KN',
  'KP', 'KR', 'KW', 'KY', 'KZ', 'LA', 'LB', 'LC', 'LI', 'LK', 'LR', 'LS', 'LT', 'LU', 'LV', 'LY', 'MA', 'MC', 'MD', 'ME', 'MF', 'MG', 'MH', 'MK', 'ML', 'MM', 'MN', 'MO', 'MP', 'MQ',
  'MR', 'MS', 'MT', 'MU', 'MV', 'MW', 'MX', 'MY', 'MZ', 'NA', 'NC', 'NE', 'NF', 'NG', 'NI', 'NL', 'NO', 'NP', 'NR', 'NU', 'NZ', 'OM', 'PA', 'PE', 'PF', 'PG', 'PH', 'PK', 'PL', 'PM',
  'PN', 'PR', 'PS', 'PT', 'PW', 'PY', 'QA', 'RE', 'RO', 'RS', 'RU', 'RW', 'SA', 'SB', 'SC', 'SD', 'SE', 'SG', 'SH', 'SI', 'SJ', 'SK', 'SL', 'SM', 'SN', 'SO', 'SR', 'SS', 'ST', 'SV',
  'SX', 'SY', 'SZ', 'TC', 'TD', 'TF', 'TG', 'TH', 'TJ', 'TK', 'TL', 'TM', 'TN', 'TO', 'TR', 'TT', 'TV', 'TW', 'TZ', 'UA', 'UG', 'UM', 'US', 'UY', 'UZ', 'VA', 'VC', 'VE', 'VG', 'VI',
  'VN', 'VU', 'WF', 'WS', 'YE', 'YT', 'ZA', 'ZM', 'ZW',
] as const
export type Country = (typeof COUNTRIES)[number]
export const DEFAULT_COUNTRY: Country = 'CN'

// By their place in this list: west to east, the numbers in order, the missing one left out. A zone is never moved; a new one has no number left.
const ZONES = [
  'Pacific/Pago_Pago', 'Pacific/Honolulu', 'Pacific/Marquesas', 'America/Anchorage', 'America/Los_Angeles', 'America/Tijuana',
  'America/Phoenix', 'America/Denver', 'America/Chicago', 'America/Mexico_City', 'America/Guatemala', 'America/New_York',
  'America/Toronto', 'America/Bogota', 'America/Lima', 'America/Havana', 'America/Jamaica', 'America/Panama',
  'America/Halifax', 'America/Caracas', 'America/La_Paz', 'America/Santiago', 'America/Manaus', 'America/Puerto_Rico',
  'America/St_Johns', 'America/Sao_Paulo', 'America/Argentina/Buenos_Aires', 'America/Montevideo', 'America/Nuuk', 'Atlantic/Azores',
  'Atlantic/Cape_Verde', 'Etc/UTC', 'Europe/London', 'Europe/Dublin', 'Europe/Lisbon', 'Africa/Casablanca',
  'Atlantic/Reykjavik', 'Africa/Accra', 'Europe/Paris', 'Europe/Berlin', 'Europe/Madrid', 'Europe/Rome',
  'Europe/Amsterdam', 'Europe/Brussels', 'Europe/Zurich', 'Europe/Vienna', 'Europe/Stockholm', 'Europe/Warsaw',
  'Europe/Prague', 'Europe/Budapest', 'Europe/Belgrade', 'Africa/Algiers', 'Africa/Lagos', 'Europe/Athens',
  'Europe/Bucharest', 'Europe/Helsinki', 'Europe/Kyiv', 'Asia/Jerusalem', 'Asia/Beirut', 'Africa/Cairo',
  'Africa/Johannesburg', 'Europe/Istanbul', 'Europe/Moscow', 'Europe/Minsk', 'Asia/Riyadh', 'Asia/Baghdad',
  'Africa/Nairobi', 'Asia/Tehran', 'Asia/Dubai', 'Asia/Baku', 'Asia/Tbilisi', 'Asia/Yerevan',
  'Asia/Kabul', 'Asia/Tashkent', 'Asia/Karachi', 'Asia/Yekaterinburg', 'Asia/Kolkata', 'Asia/Colombo',
  'Asia/Kathmandu', 'Asia/Dhaka', 'Asia/Almaty', 'Asia/Yangon', 'Asia/Bangkok', 'Asia/Ho_Chi_Minh',
  'Asia/Jakarta', 'Asia/Shanghai', 'Asia/Hong_Kong', 'Asia/Taipei', 'Asia/Singapore', 'Asia/Kuala_Lumpur',
  'Asia/Manila', 'Australia/Perth', 'Asia/Tokyo', 'Asia/Seoul', 'Australia/Adelaide', 'Australia/Brisbane',
  'Australia/Sydney', 'Pacific/Fiji', 'Pacific/Auckland',
] as const
export const DEFAULT_TIME_ZONE = 'Asia/Shanghai'

export interface TimeZone {
  id: number
  /** The zone's IANA name. */
  zone: string
}

const { first, missing } = LIMITS.timeZone
export const TIME_ZONES: readonly TimeZone[] = ZONES.map((zone, index) => ({ id: index + first < missing ? index + first : index + first + 1, zone }))

const zones = new Map(TIME_ZONES.map(({ id, zone }) => [id, zone]))
const ids = new Map(TIME_ZONES.map(({ id, zone }) => [zone, id]))
export const TIME_ZONE_IDS: ReadonlySet<number> = new Set(zones.keys())

export function zoneOf(id: number): string {
  return zones.get(id) ?? DEFAULT_TIME_ZONE
}

export function zoneIdOf(zone: string): number {
  return ids.get(zone) ?? zoneIdOf(DEFAULT_TIME_ZONE)
}

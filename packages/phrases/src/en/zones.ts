import type { zones as source } from '../zh-cn/zones.ts'

export const zones: Readonly<Record<keyof typeof source, string>> = {
  'Pacific/Pago_Pago': 'Pago Pago', 'Pacific/Honolulu': 'Honolulu', 'Pacific/Marquesas': 'Marquesas Islands', 'America/Anchorage': 'Anchorage',
  'America/Los_Angeles': 'Los Angeles', 'America/Tijuana': 'Tijuana', 'America/Phoenix': 'Phoenix', 'America/Denver': 'Denver', 'America/Chicago': 'Chicago',
  'America/Mexico_City': 'Mexico City', 'America/Guatemala': 'Guatemala City', 'America/New_York': 'New York', 'America/Toronto': 'Toronto', 'America/Bogota': 'Bogotá',
  'America/Lima': 'Lima', 'America/Havana': 'Havana', 'America/Jamaica': 'Jamaica', 'America/Panama': 'Panama City', 'America/Halifax': 'Halifax',
  'America/Caracas': 'Caracas', 'America/La_Paz': 'La Paz', 'America/Santiago': 'Santiago', 'America/Manaus': 'Manaus', 'America/Puerto_Rico': 'Puerto Rico',
  'America/St_Johns': 'St. John\'s', 'America/Sao_Paulo': 'São Paulo', 'America/Argentina/Buenos_Aires': 'Buenos Aires', 'America/Montevideo': 'Montevideo',
  'America/Nuuk': 'Nuuk', 'Atlantic/Azores': 'Azores', 'Atlantic/Cape_Verde': 'Cape Verde', 'Etc/UTC': 'Coordinated Universal Time', 'Europe/London': 'London',
  'Europe/Dublin': 'Dublin', 'Europe/Lisbon': 'Lisbon', 'Africa/Casablanca': 'Casablanca', 'Atlantic/Reykjavik': 'Reykjavik', 'Africa/Accra': 'Accra',
  'Europe/Paris': 'Paris', 'Europe/Berlin': 'Berlin', 'Europe/Madrid': 'Madrid', 'Europe/Rome': 'Rome', 'Europe/Amsterdam': 'Amsterdam', 'Europe/Brussels': 'Brussels',
  'Europe/Zurich': 'Zurich', 'Europe/Vienna': 'Vienna', 'Europe/Stockholm': 'Stockholm', 'Europe/Warsaw': 'Warsaw', 'Europe/Prague': 'Prague',
  'Europe/Budapest': 'Budapest', 'Europe/Belgrade': 'Belgrade', 'Africa/Algiers': 'Algiers', 'Africa/Lagos': 'Lagos', 'Europe/Athens': 'Athens',
  'Europe/Bucharest': 'Bucharest', 'Europe/Helsinki': 'Helsinki', 'Europe/Kyiv': 'Kyiv', 'Asia/Jerusalem': 'Jerusalem', 'Asia/Beirut': 'Beirut', 'Africa/Cairo': 'Cairo',
  'Africa/Johannesburg': 'Johannesburg', 'Europe/Istanbul': 'Istanbul', 'Europe/Moscow': 'Moscow', 'Europe/Minsk': 'Minsk', 'Asia/Riyadh': 'Riyadh',
  'Asia/Baghdad': 'Baghdad', 'Africa/Nairobi': 'Nairobi', 'Asia/Tehran': 'Tehran', 'Asia/Dubai': 'Dubai', 'Asia/Baku': 'Baku', 'Asia/Tbilisi': 'Tbilisi',
  'Asia/Yerevan': 'Yerevan', 'Asia/Kabul': 'Kabul', 'Asia/Tashkent': 'Tashkent', 'Asia/Karachi': 'Karachi', 'Asia/Yekaterinburg': 'Yekaterinburg',
  'Asia/Kolkata': 'Kolkata', 'Asia/Colombo': 'Colombo', 'Asia/Kathmandu': 'Kathmandu', 'Asia/Dhaka': 'Dhaka', 'Asia/Almaty': 'Almaty', 'Asia/Yangon': 'Yangon',
  'Asia/Bangkok': 'Bangkok', 'Asia/Ho_Chi_Minh': 'Ho Chi Minh City', 'Asia/Jakarta': 'Jakarta', 'Asia/Shanghai': 'Shanghai', 'Asia/Hong_Kong': 'Hong Kong',
  'Asia/Taipei': 'Taipei', 'Asia/Singapore': 'Singapore', 'Asia/Kuala_Lumpur': 'Kuala Lumpur', 'Asia/Manila': 'Manila', 'Australia/Perth': 'Perth',
  'Asia/Tokyo': 'Tokyo', 'Asia/Seoul': 'Seoul', 'Australia/Adelaide': 'Adelaide', 'Australia/Brisbane': 'Brisbane', 'Australia/Sydney': 'Sydney', 'Pacific/Fiji': 'Fiji',
  'Pacific/Auckland': 'Auckland',
}

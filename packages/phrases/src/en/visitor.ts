// Words that the public pages share.
export const visitor = {
  dateTime: '{month} {day}, {year}, {time}',
  date: '{month} {day}, {year}',
  months: {
    '1': 'Jan',
    '2': 'Feb',
    '3': 'Mar',
    '4': 'Apr',
    '5': 'May',
    '6': 'Jun',
    '7': 'Jul',
    '8': 'Aug',
    '9': 'Sep',
    '10': 'Oct',
    '11': 'Nov',
    '12': 'Dec',
  },
} as const

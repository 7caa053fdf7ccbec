// Words that the public pages share.
export const visitor = {
  dateTime: '{year}年{month}月{day}日 {time}',
  date: '{year}年{month}月{day}日',
  months: {
    '1': '1',
    '2': '2',
    '3': '3',
    '4': '4',
    '5': '5',
    '6': '6',
    '7': '7',
    '8': '8',
    '9': '9',
    '10': '10',
    '11': '11',
    '12': '12',
  },
} as const

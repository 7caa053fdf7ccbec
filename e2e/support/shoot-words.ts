// The texts of the guide's pictures that are neither phrases of the product nor words of the demo.
import type { Locale } from '@sealwright/contract'

interface Typed {
  operator: string
  /** A file of users. */
  users: { file: string; newcomer: string; phone: string; wrong: string; repeated: string }
  /** The access key and the endpoint of a shop. */
  orders: { key: string; endpoint: string }
  /** Devices without a network, and a photo. */
  files: { desk: string; packing: string; workshop: string; photo: string }
}

export const TYPED: Record<Locale, Typed> = {
  zh: {
    operator: '沈运营',
    users: { file: '新用户.csv', newcomer: '顾南枝', phone: '13800010008', wrong: '王五', repeated: '重复' },
    orders: { key: '订单同步', endpoint: '商城的订单系统' },
    files: { desk: '质检台', packing: '包装线-07', workshop: '旧车间', photo: '照片.png' },
  },
  en: {
    operator: 'Olivia Shaw',
    users: {
      file: 'New users.csv',
      newcomer: 'Nora Gilbert',
      phone: '14155550108',
      wrong: 'Walter King',
      repeated: 'Repeated',
    },
    orders: { key: 'Order sync', endpoint: 'Order sync of the web shop' },
    files: { desk: 'INSPECTION', packing: 'PACKING-07', workshop: 'OLD-WORKSHOP', photo: 'photo.png' },
  },
}

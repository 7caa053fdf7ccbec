import { beforeEach, describe, expect, it, vi } from 'vitest'
import { STORED, forgetSession, keepEntryParameters } from './stored.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('stored browser state', () => {
  it('has the names of the specification', () => {
    const specified = [
      'ssId',
      'fp2',
      'fingerprint',
      'timeFormat',
      'pageSize',
      'menuPrivilege',
      'smartTemplatePrivilege',
      'smartLicensePrivilege',
      'devType',
      'devInfo',
      'developerConfig',
      'costType',
      'groupConcurrentTypes',
      'priceTiers',
      'verifyUrlList',
      'tempPageActive',
      'spreadCode',
      'bd_log_query',
      'source_keyword',
    ]
    const names: string[] = Object.entries(STORED).map(([key, { name }]) =>
      key === name ? name : `${key} is stored as ${name}`,
    )
    expect(names).toEqual(expect.arrayContaining(specified))
  })

  it('reads garbage as undefined, for every name', () => {
    for (const garbage of ['', '{', 'null', '[1', '{"a":1}', '[{"a":1}]', '-7', 'true', 'x'.repeat(10_000)]) {
      for (const value of Object.values(STORED)) {
        localStorage.setItem(value.name, garbage)
        sessionStorage.setItem(value.name, garbage)
        expect(() => value.get()).not.toThrow()
      }
      expect(STORED.pageSize.get()).toBeUndefined()
      expect(STORED.timeFormat.get()).toBeUndefined()
      expect(STORED.costType.get()).toBeUndefined()
      expect(STORED.groupConcurrentTypes.get()).toBeUndefined()
      expect(STORED.priceTiers.get()).toBeUndefined()
    }
  })

  it('keeps the values of a session in session storage', () => {
    STORED.tempPageActive.set({ product: 'card' })
    STORED.verifyUrlList.set(['/login.do'])
    expect(localStorage.length).toBe(0)
    expect(STORED.tempPageActive.get()).toEqual({ product: 'card' })
  })

  it('notifies subscribers when a value changes', () => {
    const listener = vi.fn()
    const stop = STORED.pageSize.subscribe(listener)
    STORED.pageSize.set(20)
    stop()
    STORED.pageSize.set(30)
    expect(listener).toHaveBeenCalledOnce()
  })

  it("forgets the person's values and keeps the browser's", () => {
    STORED.ssId.set('handle')
    STORED.devType.set(0)
    STORED.menuPrivilege.set(['product'])
    STORED.groupConcurrentTypes.set([{ value: 'process', label: '进程' }])
    STORED.priceTiers.set([{ lowLimit: 1, topLimit: 50, price: [10] }])
    STORED.fingerprint.set('f')
    STORED.pageSize.set(20)
    forgetSession()
    const { ssId, devType, menuPrivilege, groupConcurrentTypes, priceTiers, fingerprint, pageSize } = STORED
    for (const value of [ssId, devType, menuPrivilege, groupConcurrentTypes, priceTiers])
      expect(value.get()).toBeUndefined()
    expect([fingerprint.get(), pageSize.get()]).toEqual(['f', 20])
  })

  it('keeps the entry parameters, but no promotion code of more than 30 characters', () => {
    keepEntryParameters({ pathname: '/register', search: '?code=SPRING&bd_vid=abc&keyword=%E8%AE%B8%E5%8F%AF' })
    keepEntryParameters({ pathname: '/', search: `?code=${'x'.repeat(31)}` })
    expect([STORED.spreadCode.get(), STORED.bd_log_query.get(), STORED.source_keyword.get()]).toEqual([
      'SPRING',
      'abc',
      '许可',
    ])
  })

  it('keeps no keyword from the address of a list: it is a filter there', () => {
    keepEntryParameters({ pathname: '/login/', search: '?keyword=%E8%AE%B8%E5%8F%AF' })
    keepEntryParameters({ pathname: '/customer/user', search: '?keyword=alice@example.com' })
    expect(STORED.source_keyword.get()).toBe('许可')
  })
})

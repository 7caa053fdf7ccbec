// How long the console's tests wait for what they look for: a machine that is shared may be several times slower than it was a minute ago,
// and what is wrong stays wrong for longer than this. A test without a page does not load the library.
import { beforeAll } from 'vitest'

beforeAll(async () => {
  if (typeof document !== 'undefined') (await import('@testing-library/react')).configure({ asyncUtilTimeout: 20_000 })
})

// The mark of a product: its logo, or a monogram. List answers contain no logos: the logos of all visible rows are
// loaded in one call, and each is cached until its product changes.
import { LIMITS, productCalls } from '@sealwright/contract'
import type { ProductRow } from '@sealwright/contract'
import { useQuery } from '@tanstack/react-query'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { callServer } from '../../lib/call/client.ts'

interface ProductMarkProps {
  product: Pick<ProductRow, 'guid' | 'name' | 'hasLogo' | 'updateTime'>
  size?: 32 | 40 | 56
}

interface Waiting {
  guid: string
  resolve: (logo: string | null) => void
  reject: (reason: unknown) => void
}
const waiting: Waiting[] = []

async function askForAll(): Promise<void> {
  const asked = waiting.splice(0, LIMITS.page.maxSize)
  if (waiting.length > 0) void askForAll()
  try {
    const { rows } = await callServer(productCalls.logos, { guids: [...new Set(asked.map(({ guid }) => guid))] })
    const logos = new Map(rows.map(({ guid, logo }) => [guid, logo]))
    for (const { guid, resolve } of asked) resolve(logos.get(guid) ?? null)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

/** Requests of the same moment go out as one call. */
function loadLogo(guid: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    if (waiting.push({ guid, resolve, reject }) === 1) setTimeout(() => void askForAll())
  })
}

function Logo({ product: { guid, updateTime, name }, size }: ProductMarkProps) {
  const { data } = useQuery({
    queryKey: [productCalls.logos.name, guid, updateTime],
    queryFn: () => loadLogo(guid),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <Monogram name={name} picture={data} size={size} />
}

export function ProductMark({ product, size }: ProductMarkProps) {
  return product.hasLogo ? <Logo product={product} size={size} /> : <Monogram name={product.name} size={size} />
}

// A product's mark: its own logo where it has one, else its monogram. Lists carry no pictures; each logo is asked for once and kept.
import { productCalls } from '@sealwright/contract'
import type { ProductRow } from '@sealwright/contract'
import { Monogram } from '../../blocks/monogram.tsx'
import { useAnswer } from '../../lib/client.ts'

interface ProductMarkProps {
  product: Pick<ProductRow, 'guid' | 'name' | 'hasLogo'>
  size?: 32 | 40 | 56
}

export function ProductMark({ product, size }: ProductMarkProps) {
  const answer = useAnswer(productCalls.logo, { guid: product.guid }, { enabled: product.hasLogo, staleMs: Number.POSITIVE_INFINITY })
  return <Monogram name={product.name} picture={product.hasLogo ? answer.data?.logo : undefined} size={size} />
}

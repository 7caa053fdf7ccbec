// The read-only view of a data area: text, file or items. Hidden values are masked until revealed.
import { LIMITS, dataAreaBytes } from '@sealwright/contract'
import type { DataAreaName } from '@sealwright/contract'
import { Download, Eye, EyeOff, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { saveAs } from '../../lib/call/download.ts'
import { blobOf } from '../../lib/call/file-content.ts'
import '../list/table.css'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { Button, IconButton } from '../control/button.tsx'
import { Tag } from '../control/status-tag.tsx'
import type { AreaAnswer } from './area-draft.ts'
import './data-area.css'

type Item = NonNullable<NonNullable<AreaAnswer>['items']>[number]

function ItemValue({ item }: { item: Item }) {
  const t = usePhrases()
  const [isShown, setIsShown] = useState(!item.isValueHidden)
  if (!item.isValueHidden) return <span className="area-value">{item.value}</span>
  return (
    <span className="area-secret">
      <span className={isShown ? 'area-value' : 'area-mask'}>{isShown ? item.value : '••••••••'}</span>
      <IconButton
        className="icon-button-small"
        icon={isShown ? EyeOff : Eye}
        label={isShown ? t('product.area.mask', { key: item.key }) : t('product.area.reveal', { key: item.key })}
        onPress={() => setIsShown(!isShown)}
      />
    </span>
  )
}

function Items({ items, label }: { items: readonly Item[]; label: string }) {
  const t = usePhrases()
  return (
    <div className="table-frame area-items">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('common.fields.key')}</th>
            <th scope="col">{t('common.fields.value')}</th>
            <th scope="col">{t('product.fields.itemName')}</th>
            <th scope="col">{t('common.fields.group')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.key}>
              <td>
                <span className="area-key">{item.key}</span>
              </td>
              <td>
                <ItemValue item={item} />
                <span className="area-flags">
                  {!item.checked && <Tag>{t('product.area.unchecked')}</Tag>}
                  {item.isBase64 && <Tag>{t('common.fields.isBase64')}</Tag>}
                  {item.useBase64 && <Tag>{t('common.fields.useBase64')}</Tag>}
                </span>
              </td>
              <td>{item.name ?? <span className="nothing">–</span>}</td>
              <td>{item.group ?? <span className="nothing">–</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function DataAreaView({ name, area }: { name: DataAreaName; area: AreaAnswer }) {
  const t = usePhrases()
  const format = useFormat()
  const title = t(`common.fields.${name}`)
  return (
    <section className="area-view" aria-label={title}>
      <header className="area-view-head">
        <div>
          <h2>{title}</h2>
          <p>{t(`product.area.${name}`)}</p>
        </div>
        {area ? (
          <span className="area-view-size">
            {t(`product.area.sources.${area.source}`)} ·{' '}
            {t('product.area.used', {
              used: format.number(dataAreaBytes(area)),
              max: format.number(LIMITS.product.areaBytes),
            })}
          </span>
        ) : (
          <span className="nothing">{t('product.area.empty')}</span>
        )}
      </header>
      {area?.source === 'text' && (
        // Focusable, so that a long text can be scrolled by the keyboard.
        <pre className="area-view-text" tabIndex={0} aria-label={title}>
          {area.text}
        </pre>
      )}
      {area?.source === 'file' && (
        <div className="area-file">
          <Paperclip size={16} aria-hidden />
          <span className="area-file-name">{area.fileName}</span>
          <Button
            size="small"
            icon={Download}
            onPress={() => saveAs(blobOf(area.base64 ?? ''), area.fileName ?? `${name}.bin`)}
          >
            {t('product.area.download')}
          </Button>
        </div>
      )}
      {area?.source === 'items' && <Items items={area.items ?? []} label={title} />}
    </section>
  )
}

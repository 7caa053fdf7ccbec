// The page of one product: facts, modules, data areas and history.
import { DATA_AREAS, LIMITS, operationLogCalls, productCalls, productFields } from '@sealwright/contract'
import { Boxes, ChevronDown, Pencil, Trash2 } from 'lucide-react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { CopyText } from '../../blocks/control/copy-text.tsx'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { EmptyState } from '../../blocks/control/states.tsx'
import { DataAreaView } from '../../blocks/data-area/data-area-view.tsx'
import { DetailPage } from '../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../blocks/detail/loaded.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import '../../blocks/form/module-grid.css'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { LicenseForms } from '../../blocks/list/license-forms.tsx'
import { Menu } from '../../blocks/overlay/menu.tsx'
import { ScreenLink, changeSearch, goTo, goToHref, useSearchOf } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { OperationHistory } from '../operation-log/index.ts'
import { useNewTemplateActions } from '../template/index.ts'
import { useDeleteProduct } from './actions/delete.tsx'
import type { ProductAnswer } from './product-draft.ts'
import { LicenseCount, TemplateCount, useProductWays } from './product.columns.tsx'

const FIELDS = Object.keys(productFields)

function Modules({ product }: { product: ProductAnswer }) {
  const t = usePhrases()
  const defined = product.modules.filter((item) => item.checked)
  if (defined.length === 0)
    return (
      <EmptyState
        icon={Boxes}
        title={t('product.modules.undefinedTitle')}
        sentence={t('product.modules.undefinedSentence')}
      />
    )
  return (
    <ul className="modules-view">
      {defined.map((item) => (
        <li key={item.moduleId}>
          <span className="module-id">{item.moduleId}</span>
          {item.moduleName}
        </li>
      ))}
    </ul>
  )
}

function Product({ product }: { product: ProductAnswer }) {
  const t = usePhrases()
  const { guid, tab = 'modules' } = useSearchOf('/product/view')
  const remove = useDeleteProduct(() => goTo('/product', { showSearch: '1' }))
  const newTemplates = useNewTemplateActions()(product)
  const ways = useProductWays()
  const defined = product.modules.filter((item) => item.checked).length
  const areas = DATA_AREAS.filter((name) => product[name] !== null).length
  return (
    <DetailPage
      mark={<Monogram name={product.name} picture={product.logo} size={56} />}
      title={product.name}
      subtitle={product.displayName}
      actions={
        <>
          <Can call={productCalls.delete}>
            <Button icon={Trash2} onPress={() => remove(product)}>
              {t('product.actions.delete')}
            </Button>
          </Can>
          {newTemplates.length > 0 && (
            <Menu
              className={buttonClass()}
              align="end"
              items={newTemplates.map(({ href, ...item }) => ({ ...item, onSelect: () => goToHref(href) }))}
            >
              {t('product.actions.newTemplate')}
              <ChevronDown size={14} aria-hidden />
            </Menu>
          )}
          <Can call={productCalls.update}>
            <ScreenLink
              to="/product/edit"
              search={{ guid, sourcePath: '/product/view' }}
              className={buttonClass({ kind: 'primary' })}
            >
              <Pencil size={15} aria-hidden />
              {t('product.actions.edit')}
            </ScreenLink>
          </Can>
        </>
      }
      facts={[
        { label: t('product.fields.licenseId'), value: <CopyText text={String(product.licenseId)} /> },
        { label: t('product.fields.licenseForm'), value: <LicenseForms mask={product.licenseForm} /> },
        { label: t('product.fields.licenseVersion'), value: product.licenseVersion },
        {
          label: t('product.fields.templateCount'),
          value: <TemplateCount product={product} ways={ways} align="start" />,
        },
        {
          label: t('product.fields.licenseCount'),
          value: <LicenseCount product={product} ways={ways} kind="all" align="start" />,
        },
        {
          label: t('product.fields.effectiveLicenseCount'),
          value: <LicenseCount product={product} ways={ways} kind="effective" align="start" />,
        },
        { label: t('product.fields.createdBy'), value: product.createdBy },
        { label: t('product.fields.createTime'), value: <TimeCell at={product.createTime} /> },
        { label: t('product.fields.updateTime'), value: <TimeCell at={product.updateTime} /> },
        { label: t('product.fields.brief'), value: product.brief, isWide: true },
      ]}
      openTab={tab}
      onOpenTab={(key) => changeSearch('/product/view', { guid, tab: key })}
      tabs={[
        {
          key: 'modules',
          title: t('product.tabs.modules'),
          count: `${defined} / ${LIMITS.product.modules}`,
          content: <Modules product={product} />,
        },
        {
          key: 'areas',
          title: t('product.tabs.areas'),
          count: `${areas} / ${DATA_AREAS.length}`,
          content: (
            <div className="areas-view">
              {DATA_AREAS.map((name) => (
                <DataAreaView key={name} name={name} area={product[name]} />
              ))}
            </div>
          ),
        },
        {
          key: 'history',
          title: t('product.tabs.history'),
          content: (
            <Can call={operationLogCalls.find}>
              <OperationHistory targetKind="product" targetGuid={guid} fields={FIELDS} />
            </Can>
          ),
        },
      ]}
    />
  )
}

export function Screen() {
  const { guid } = useSearchOf('/product/view')
  return (
    <Loaded call={productCalls.get} payload={{ guid }} back={<BackToList to="/product" words="product.form.back" />}>
      {(product) => <Product product={product} />}
    </Loaded>
  )
}

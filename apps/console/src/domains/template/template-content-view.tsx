// A read-only view of the content of a template or license: its terms in groups, and the grant of each product. The
// page around it belongs to the caller.
import { DATA_AREAS, TERM_FIELD_NAMES, productCalls, templateNumber } from '@sealwright/contract'
import type { TemplateFamily, TermField } from '@sealwright/contract'
import { Boxes, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyText } from '../../blocks/control/copy-text.tsx'
import { EmptyState } from '../../blocks/control/states.tsx'
import type { Tab } from '../../blocks/control/tabs.tsx'
import { DataAreaView } from '../../blocks/data-area/data-area-view.tsx'
import '../../blocks/form/module-grid.css'
import { DetailSection } from '../../blocks/detail/detail-page.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import './template-detail.css'
import type { ContentAnswer } from './template-draft.ts'
import { MODULE_SEPARATOR, namedModule, useTemplateWords } from './template-words.ts'
import type { Terms } from './template-words.ts'

type Grant = ContentAnswer['otherProducts'][number]
/** The owner of the content; a few sentences differ. */
type Owner = 'template' | 'license'

/** The last field of each group, in the order of the contract's field table. */
const GROUPS = [
  ['payment', 'billingMode'],
  ['term', 'counter'],
  ['use', 'lendingSeats'],
] as const satisfies readonly (readonly [string, TermField])[]

const granted = (grant: Grant) => grant.modules.filter((item) => item.checked)
const areasOf = (grant: Grant) => DATA_AREAS.filter((name) => grant[name] !== null)

export function ProductName({ licenseId, productName }: Pick<Grant, 'licenseId' | 'productName'>) {
  const t = usePhrases()
  const text = t('template.list.idShort', { name: productName, licenseId: String(licenseId) })
  // A template stores the license id of its product, not the guid, so the link opens the filtered product list.
  return useCan(productCalls.find) ? (
    <ScreenLink to="/product" search={{ licenseId: String(licenseId) }}>
      {text}
    </ScreenLink>
  ) : (
    text
  )
}

/** Shows the short template number; copying copies the whole guid. */
export function TemplateNumber({ guid }: { guid: string }) {
  return <CopyText text={guid} shown={<span data-tip={guid}>{templateNumber(guid)}</span>} />
}

export function TermGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="term-group" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The applicable terms in groups; `children` are further groups. */
export function TermGroups({
  family,
  terms,
  children,
}: {
  family: TemplateFamily
  terms: Terms
  children?: ReactNode
}) {
  const t = usePhrases()
  const facts = useTemplateWords().facts(family, terms)
  const at = (field: TermField) => TERM_FIELD_NAMES.indexOf(field)
  return (
    <div className="terms">
      {GROUPS.map(([group, last], index) => {
        const before = GROUPS[index - 1]
        const own = facts.filter(({ field }) => at(field) <= at(last) && (!before || at(field) > at(before[1])))
        return (
          own.length > 0 && (
            <TermGroup key={group} title={t(`template.detail.groups.${group}`)}>
              <FactList facts={own} />
            </TermGroup>
          )
        )
      })}
      {children}
    </div>
  )
}

function Modules({ grant, of }: { grant: Grant; of: Owner }) {
  const t = usePhrases()
  const modules = granted(grant)
  if (modules.length === 0)
    return (
      <EmptyState
        icon={Boxes}
        title={t('template.detail.noModules')}
        sentence={t(of === 'template' ? 'template.detail.noModulesSentence' : 'template.content.noModulesSentence')}
      />
    )
  return (
    <ul className="modules-view">
      {modules.map((item) => (
        <li key={item.moduleId} className={item.define ? undefined : 'module-not-defined'}>
          <span className="module-id">{item.moduleId}</span>
          <span className="template-module">{item.moduleName}</span>
          {!item.define && <TriangleAlert size={15} role="img" aria-label={t('blocks.modules.gone')} />}
        </li>
      ))}
    </ul>
  )
}

/** Warns about granted modules that the product no longer defines. */
export function GoneModules({ grant, of }: { grant: Grant; of: Owner }) {
  const t = usePhrases()
  const gone = granted(grant).filter((item) => !item.define)
  return (
    gone.length > 0 && (
      <Notice tone="warn">
        {t(of === 'template' ? 'template.detail.goneSentence' : 'template.content.goneSentence', {
          product: grant.productName,
          modules: gone.map(namedModule).join(MODULE_SEPARATOR),
        })}
      </Notice>
    )
  )
}

function Areas({ grant }: { grant: Grant }) {
  return (
    <div className="areas-view">
      {DATA_AREAS.map((name) => (
        <DataAreaView key={name} name={name} area={grant[name]} />
      ))}
    </div>
  )
}

function OtherProducts({ products, of }: { products: readonly Grant[]; of: Owner }) {
  const t = usePhrases()
  return products.map((grant) => (
    <section key={grant.licenseId} className="other-product" aria-label={grant.productName}>
      <h2>
        <ProductName {...grant} />
      </h2>
      {grant.licenseVersion !== null && (
        <p>
          {t('template.fields.licenseVersion')} {grant.licenseVersion}
        </p>
      )}
      {granted(grant).length > 0 ? <Modules grant={grant} of={of} /> : <p>{t('template.detail.noModules')}</p>}
      {areasOf(grant).length > 0 && <Areas grant={grant} />}
    </section>
  ))
}

/** The grants as tabs of a page: modules, data areas, and further products if there are any. */
export function grantTabs(t: Translate, content: ContentAnswer, of: Owner): Tab[] {
  const { modules, otherProducts } = content
  const defined = modules.filter(({ define }) => define)
  return [
    {
      key: 'modules',
      title: t('template.tabs.modules'),
      count: `${defined.filter(({ checked }) => checked).length} / ${defined.length}`,
      content: <Modules grant={content} of={of} />,
    },
    {
      key: 'areas',
      title: t('template.tabs.areas'),
      count: `${areasOf(content).length} / ${DATA_AREAS.length}`,
      content: <Areas grant={content} />,
    },
    ...(otherProducts.length > 0
      ? [
          {
            key: 'others',
            title: t('template.tabs.others'),
            count: String(otherProducts.length),
            content: <OtherProducts products={otherProducts} of={of} />,
          },
        ]
      : []),
  ]
}

interface ContentViewProps {
  family: TemplateFamily
  content: ContentAnswer
  /** Further groups of terms. */
  children?: ReactNode
}

/** The whole content of a license on one page. */
export function ContentView({ family, content, children }: ContentViewProps) {
  const t = usePhrases()
  const sections = [
    {
      key: 'terms',
      title: t('template.tabs.terms'),
      content: (
        <TermGroups family={family} terms={content}>
          {children}
        </TermGroups>
      ),
    },
    ...grantTabs(t, content, 'license'),
  ]
  return (
    <>
      {[content, ...content.otherProducts].map((grant) => (
        <GoneModules key={grant.licenseId} grant={grant} of="license" />
      ))}
      {sections.map(({ key, title, content: body }) => (
        <DetailSection key={key} title={title}>
          {body}
        </DetailSection>
      ))}
    </>
  )
}

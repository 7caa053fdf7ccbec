// One template: its terms, what it grants of its products, its versions, and what happened to it. One screen for the four families.
import { DATA_AREAS, DEDUCT_MODES, DEV_TYPES, MODIFY_PRIVILEGES, TERM_FIELD_NAMES, operationLogCalls, productCalls } from '@sealwright/contract'
import type { TemplateAnswer, TemplateFamily, TermField } from '@sealwright/contract'
import { Boxes, Copy, KeyRound, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { BackToList } from '../../blocks/back-to-list.tsx'
import { Button, buttonClass } from '../../blocks/button.tsx'
import { NumberCell, TimeCell } from '../../blocks/columns.tsx'
import { CopyText } from '../../blocks/copy-text.tsx'
import { DataAreaView } from '../../blocks/data-area/data-area-view.tsx'
import { DetailError, DetailPage, DetailSkeleton } from '../../blocks/detail-page.tsx'
import { FactList } from '../../blocks/fact-list.tsx'
import { Monogram } from '../../blocks/monogram.tsx'
import { Notice } from '../../blocks/settings-page.tsx'
import { EmptyState } from '../../blocks/states.tsx'
import { StatusTag } from '../../blocks/status-tag.tsx'
import '../../blocks/module-grid.css'
import { Can, useCan } from '../../lib/can.tsx'
import { useAnswer } from '../../lib/client.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import { Link, ScreenLink, changeSearch, goTo, useSearchOf } from '../../lib/navigate.tsx'
import { hasAccess, useSession } from '../../lib/session.tsx'
import { IssueCost } from '../billing/index.ts'
import { OperationHistory } from '../operation-log/index.ts'
import { useDeleteTemplate } from './actions/delete.ts'
import { PrivilegeSwitches } from './actions/switch-privilege.tsx'
import { FAMILIES, screenOfFamily } from './template-family.ts'
import { useLicenseWays } from './template-licenses.ts'
import { TemplateVersions } from './template-versions.tsx'
import { MODULE_SEPARATOR, namedModule, useTemplateWords } from './template-words.ts'
import './template-detail.css'

type Grant = Pick<TemplateAnswer, 'licenseId' | 'productName' | 'licenseVersion' | 'modules' | 'rom' | 'raw' | 'pub'>

const HISTORY_FIELDS = ['name', 'licenseId', 'licenseVersion', ...TERM_FIELD_NAMES, 'modules', ...DATA_AREAS, 'otherProducts', ...MODIFY_PRIVILEGES]

/** Where each group of terms ends; the order is the table's. */
const GROUPS = [
  ['payment', 'billingMode'],
  ['term', 'counter'],
  ['use', 'lendingSeats'],
] as const satisfies readonly (readonly [string, TermField])[]

const granted = (grant: Grant) => grant.modules.filter((item) => item.checked)
const areasOf = (grant: Grant) => DATA_AREAS.filter((name) => grant[name] !== null)

function ProductName({ licenseId, productName }: Pick<Grant, 'licenseId' | 'productName'>) {
  const t = usePhrases()
  const text = t('template.list.idShort', { name: productName, licenseId: String(licenseId) })
  // A template knows its product by the license id; the product's own list leads on from there.
  return useCan(productCalls.find) ? (
    <ScreenLink to="/product" search={{ licenseId: String(licenseId) }}>
      {text}
    </ScreenLink>
  ) : (
    text
  )
}

function LicenseCount({ value, href }: { value: number; href: string | undefined }) {
  const count = <NumberCell value={value} />
  return href ? <Link href={href}>{count}</Link> : count
}

function Modules({ grant }: { grant: Grant }) {
  const t = usePhrases()
  const modules = granted(grant)
  if (modules.length === 0) return <EmptyState icon={Boxes} title={t('template.detail.noModules')} sentence={t('template.detail.noModulesSentence')} />
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

/** Modules that a template grants in vain: its product defines them no more. */
function GoneModules({ grant }: { grant: Grant }) {
  const t = usePhrases()
  const gone = granted(grant).filter((item) => !item.define)
  return gone.length > 0 && <Notice tone="warn">{t('template.detail.goneSentence', { product: grant.productName, modules: gone.map(namedModule).join(MODULE_SEPARATOR) })}</Notice>
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

function Terms({ family, template }: { family: TemplateFamily; template: TemplateAnswer }) {
  const t = usePhrases()
  const facts = useTemplateWords().facts(family, template)
  // They are told no prices.
  const isIntegrator = useSession().developer.devType === DEV_TYPES.integrator
  const at = (field: TermField) => TERM_FIELD_NAMES.indexOf(field)
  return (
    <>
      {template.isExpired && <Notice tone="warn">{t('template.detail.expired')}</Notice>}
      <div className="terms">
        {GROUPS.map(([group, last], index) => {
          const before = GROUPS[index - 1]
          const own = facts.filter(({ field }) => at(field) <= at(last) && (!before || at(field) > at(before[1])))
          return (
            own.length > 0 && (
              <section key={group} className="term-group" aria-label={t(`template.detail.groups.${group}`)}>
                <h2>{t(`template.detail.groups.${group}`)}</h2>
                <FactList facts={own} />
              </section>
            )
          )
        })}
        {!template.isExpired && !isIntegrator && (
          <section className="term-group" aria-label={t('billing.fee.issue.title')}>
            <h2>{t('billing.fee.issue.title')}</h2>
            <IssueCost guid={template.guid} free={family === 'dongle' ? 'dongle' : template.deductMode === DEDUCT_MODES.ppm ? 'byMachine' : undefined} />
          </section>
        )}
        <section className="term-group" aria-label={t('template.detail.groups.privileges')}>
          <h2>{t('template.detail.groups.privileges')}</h2>
          <div>
            <p>{t('template.detail.privilegesSentence')}</p>
            <PrivilegeSwitches family={family} template={template} />
          </div>
        </section>
      </div>
    </>
  )
}

function OtherProducts({ products }: { products: readonly Grant[] }) {
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
      {granted(grant).length > 0 ? <Modules grant={grant} /> : <p>{t('template.detail.noModules')}</p>}
      {areasOf(grant).length > 0 && <Areas grant={grant} />}
    </section>
  ))
}

function Template({ family, template }: { family: TemplateFamily; template: TemplateAnswer }) {
  const t = usePhrases()
  const session = useSession()
  const words = useTemplateWords(template)
  const ways = useLicenseWays(family)
  const { path, access } = FAMILIES[family]
  const view = `${path}/view` as const
  const { guid, tab = 'terms' } = useSearchOf(view)
  const remove = useDeleteTemplate(family, () => goTo(path, { showSearch: '1' }))
  return (
    <DetailPage
      mark={<Monogram name={template.productName} size={56} />}
      title={template.name}
      subtitle={
        <>
          {template.isExpired && <StatusTag tone="bad">{t('template.list.expired')}</StatusTag>} {words.summary(template)}
        </>
      }
      actions={
        <>
          {hasAccess(session, access.delete) && (
            <Button icon={Trash2} onPress={() => remove(template)}>
              {t('template.actions.delete')}
            </Button>
          )}
          {hasAccess(session, access.create) && (
            <ScreenLink to={`${path}/new`} search={{ copyOf: guid }} className={buttonClass()}>
              <Copy size={15} aria-hidden />
              {t('template.actions.copy')}
            </ScreenLink>
          )}
          {ways.issue && !template.isExpired && (
            <Link href={ways.issue(guid)} className={buttonClass()}>
              <KeyRound size={15} aria-hidden />
              {t('template.actions.issue')}
            </Link>
          )}
          {hasAccess(session, access.update) && (
            <ScreenLink to={`${path}/edit`} search={{ guid, sourcePath: view }} className={buttonClass({ kind: 'primary' })}>
              <Pencil size={15} aria-hidden />
              {t('template.actions.edit')}
            </ScreenLink>
          )}
        </>
      }
      notices={[template, ...template.otherProducts].map((grant) => (
        <GoneModules key={grant.licenseId} grant={grant} />
      ))}
      facts={[
        { label: t('template.fields.productName'), value: <ProductName {...template} /> },
        { label: t('template.fields.licenseVersion'), value: template.licenseVersion },
        { label: t('template.fields.version'), value: <NumberCell value={template.version} /> },
        { label: t('template.fields.licenseCount'), value: <LicenseCount value={template.licenseCount} href={ways.all?.(guid)} /> },
        { label: t('template.fields.effectiveLicenseCount'), value: <LicenseCount value={template.effectiveLicenseCount} href={ways.effective?.(guid)} /> },
        { label: t('template.fields.guid'), value: <CopyText text={guid} /> },
        { label: t('template.fields.createdBy'), value: template.createdBy },
        { label: t('template.fields.createTime'), value: <TimeCell at={template.createTime} /> },
        { label: t('template.fields.updateTime'), value: <TimeCell at={template.updateTime} /> },
      ]}
      openTab={tab}
      onOpenTab={(key) => changeSearch(view, { guid, tab: key })}
      tabs={[
        { key: 'terms', title: t('template.tabs.terms'), content: <Terms family={family} template={template} /> },
        { key: 'modules', title: t('template.tabs.modules'), count: `${granted(template).filter(({ define }) => define).length} / ${template.modules.filter(({ define }) => define).length}`, content: <Modules grant={template} /> },
        { key: 'areas', title: t('template.tabs.areas'), count: `${areasOf(template).length} / ${DATA_AREAS.length}`, content: <Areas grant={template} /> },
        ...(template.otherProducts.length > 0
          ? [{ key: 'others', title: t('template.tabs.others'), count: String(template.otherProducts.length), content: <OtherProducts products={template.otherProducts} /> }]
          : []),
        { key: 'versions', title: t('template.tabs.versions'), count: String(template.version), content: <TemplateVersions family={family} template={template} /> },
        {
          key: 'history',
          title: t('template.tabs.history'),
          content: (
            <Can call={operationLogCalls.find}>
              <OperationHistory targetKind={`${family}Template`} targetGuid={guid} fields={HISTORY_FIELDS} labelOf={words.labelOf} wordsOf={words.wordsOf} />
            </Can>
          ),
        },
      ]}
    />
  )
}

function TemplateDetail({ family }: { family: TemplateFamily }) {
  const { path, calls, where } = FAMILIES[family]
  const { guid } = useSearchOf(`${path}/view`)
  const answer = useAnswer(calls.get, { ...where, guid })
  if (answer.data) return <Template family={family} template={answer.data} />
  if (!answer.error) return <DetailSkeleton />
  return <DetailError error={answer.error} onRetry={() => void answer.refetch()} back={<BackToList to={path} words="template.form.back" />} />
}

export const screenOf = screenOfFamily(({ family: { family } }) => <TemplateDetail family={family} />)

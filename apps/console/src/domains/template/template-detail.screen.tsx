// The page of one template, for all four families: terms, product grants, versions and history.
import {
  DATA_AREAS,
  DEDUCT_MODES,
  DEV_TYPES,
  MODIFY_PRIVILEGES,
  TERM_FIELD_NAMES,
  operationLogCalls,
} from '@sealwright/contract'
import type { TemplateAnswer, TemplateFamily } from '@sealwright/contract'
import { Copy, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { DetailPage } from '../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../blocks/detail/loaded.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { NumberCell, TimeCell } from '../../blocks/list/columns.tsx'
import { Link, ScreenLink, changeSearch, goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { IssueCost } from '../billing/index.ts'
import { OperationHistory } from '../operation-log/index.ts'
import { useDeleteTemplate } from './actions/delete.ts'
import { PrivilegeSwitches } from './actions/switch-privilege.tsx'
import { GoneModules, ProductName, TemplateNumber, TermGroup, TermGroups, grantTabs } from './template-content-view.tsx'
import { FAMILIES, screenOfFamily } from './template-family.ts'
import { useLicenseWays } from './template-licenses.ts'
import { TemplateVersions } from './template-versions.tsx'
import { useTemplateWords } from './template-words.ts'
import './template-detail.css'

const HISTORY_FIELDS = [
  'name',
  'licenseId',
  'licenseVersion',
  ...TERM_FIELD_NAMES,
  'modules',
  ...DATA_AREAS,
  'otherProducts',
  ...MODIFY_PRIVILEGES,
]

function LicenseCount({ value, href }: { value: number; href: string | undefined }) {
  const count = <NumberCell value={value} />
  return href ? <Link href={href}>{count}</Link> : count
}

function Terms({ family, template }: { family: TemplateFamily; template: TemplateAnswer }) {
  const t = usePhrases()
  // Integrators may not see prices.
  const isIntegrator = useSession().developer.devType === DEV_TYPES.integrator
  return (
    <>
      {template.isExpired && <Notice tone="warn">{t('template.detail.expired')}</Notice>}
      <TermGroups family={family} terms={template}>
        {!template.isExpired && !isIntegrator && (
          <TermGroup title={t('billing.fee.issue.title')}>
            <IssueCost
              guid={template.guid}
              free={family === 'dongle' ? 'dongle' : template.deductMode === DEDUCT_MODES.ppm ? 'byMachine' : undefined}
            />
          </TermGroup>
        )}
        <TermGroup title={t('template.detail.groups.privileges')}>
          <div>
            <p>{t('template.detail.privilegesSentence')}</p>
            <PrivilegeSwitches family={family} template={template} />
          </div>
        </TermGroup>
      </TermGroups>
    </>
  )
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
          {template.isExpired && <StatusTag tone="bad">{t('template.list.expired')}</StatusTag>}{' '}
          {words.summary(template)}
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
            <ScreenLink
              to={`${path}/edit`}
              search={{ guid, sourcePath: view }}
              className={buttonClass({ kind: 'primary' })}
            >
              <Pencil size={15} aria-hidden />
              {t('template.actions.edit')}
            </ScreenLink>
          )}
        </>
      }
      notices={[template, ...template.otherProducts].map((grant) => (
        <GoneModules key={grant.licenseId} grant={grant} of="template" />
      ))}
      facts={[
        { label: t('template.fields.productName'), value: <ProductName {...template} /> },
        { label: t('template.fields.licenseVersion'), value: template.licenseVersion },
        { label: t('template.fields.version'), value: <NumberCell value={template.version} /> },
        {
          label: t('template.fields.licenseCount'),
          value: <LicenseCount value={template.licenseCount} href={ways.all?.(guid)} />,
        },
        {
          label: t('template.fields.effectiveLicenseCount'),
          value: <LicenseCount value={template.effectiveLicenseCount} href={ways.effective?.(guid)} />,
        },
        { label: t('template.fields.guid'), value: <TemplateNumber guid={guid} /> },
        { label: t('template.fields.createdBy'), value: template.createdBy },
        { label: t('template.fields.createTime'), value: <TimeCell at={template.createTime} /> },
        { label: t('template.fields.updateTime'), value: <TimeCell at={template.updateTime} /> },
      ]}
      openTab={tab}
      onOpenTab={(key) => changeSearch(view, { guid, tab: key })}
      tabs={[
        { key: 'terms', title: t('template.tabs.terms'), content: <Terms family={family} template={template} /> },
        ...grantTabs(t, template, 'template'),
        {
          key: 'versions',
          title: t('template.tabs.versions'),
          count: String(template.version),
          content: <TemplateVersions family={family} template={template} />,
        },
        {
          key: 'history',
          title: t('template.tabs.history'),
          content: (
            <Can call={operationLogCalls.find}>
              <OperationHistory
                targetKind={`${family}Template`}
                targetGuid={guid}
                fields={HISTORY_FIELDS}
                labelOf={words.labelOf}
                wordsOf={words.wordsOf}
              />
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
  return (
    <Loaded call={calls.get} payload={{ ...where, guid }} back={<BackToList to={path} words="template.form.back" />}>
      {(template) => <Template family={family} template={template} />}
    </Loaded>
  )
}

export const screenOf = screenOfFamily(({ family: { family } }) => <TemplateDetail family={family} />)

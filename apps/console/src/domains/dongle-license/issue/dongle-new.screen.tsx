// Issues licenses to up to a hundred dongles at once. The result then replaces the form.
import { LIMITS, dongleLicenseCalls, userLockCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { useEffect, useState } from 'react'
import { DetailSkeleton } from '../../../blocks/detail/detail-page.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { goToHref } from '../../../lib/place/go.ts'
import { ScreenLink, changeSearch, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useWayBack } from '../../license/issue/index.ts'
import { firstIssue } from './issue-draft.ts'
import type { IssueDraft } from './issue-draft.ts'
import { DongleIssue } from './issue-form.tsx'
import { IssueResult, keepIssued, useIssued } from './issue-result.tsx'
import { IssueStart, LIST } from './issue-start.tsx'
import type { IssueFormProps } from './issue-start.tsx'

const PATH = '/pc/license/dongle/new'
const { issueAtOnce } = LIMITS.dongle

function Issue(props: IssueFormProps) {
  const t = usePhrases()
  const { sourcePath, templateGuid } = useSearchOf(PATH)
  const back = useWayBack(LIST, sourcePath)
  const issue = useAct(dongleLicenseCalls.issue, { showsRefusal: true })
  const save = async (payload: Record<string, unknown>, settle: () => void) => {
    const issued = await issue.act(payload as unknown as PayloadOf<typeof dongleLicenseCalls.issue>) // same schemas
    if (!issued) return
    settle()
    keepIssued(issued)
    changeSearch(PATH, { issued: issued.issueGuid, templateGuid, sourcePath })
  }
  return (
    <DongleIssue
      {...props}
      title={t('dongleLicense.titles.new')}
      sentence={t('dongleLicense.issue.sentence')}
      max={issueAtOnce}
      isPinAsked
      saveText={(count) =>
        count === undefined || count === 0 ? t('dongleLicense.titles.new') : t('dongleLicense.issue.submit', { count })
      }
      sending={issue}
      onSave={(payload, settle) => void save(payload, settle)}
      onCancel={back.go}
      more={
        <p className="field-note">
          <ScreenLink to="/pc/license/dongle/batch" search={{ templateGuid }}>
            {t('dongleLicense.issue.toBatch')}
          </ScreenLink>
        </p>
      }
    />
  )
}

/** The first draft, with the lock that the address names; undefined while the lock loads. */
function useFirst(): IssueDraft | undefined {
  const { lockGuid } = useSearchOf(PATH)
  const isAsked = useCan(userLockCalls.get) && lockGuid !== undefined
  const lock = useAnswer(userLockCalls.get, { guid: lockGuid ?? '' }, { enabled: isAsked })
  // If the lock cannot be loaded, the form starts without one.
  if (isAsked && lock.isPending) return undefined
  return firstIssue(undefined, lock.data ? [{ guid: lock.data.guid, name: lock.data.shellNumber }] : [])
}

/** Shows the result, or goes to the list if the result is no longer in memory. */
function AfterIssue({ issued: issueGuid }: { issued: string }) {
  const { templateGuid, sourcePath } = useSearchOf(PATH)
  const issued = useIssued(issueGuid)
  const { href } = useWayBack(LIST, undefined)
  const isForgotten = issued === undefined
  useEffect(() => {
    if (isForgotten) goToHref(href, { replace: true })
  }, [isForgotten, href])
  return issued ? (
    <IssueResult issued={issued} onMore={() => changeSearch(PATH, { templateGuid, sourcePath })} />
  ) : (
    <DetailSkeleton />
  )
}

function Start({ first }: { first: IssueDraft }) {
  const t = usePhrases()
  const search = useSearchOf(PATH)
  const [initial] = useState(first)
  return (
    <IssueStart
      title={t('dongleLicense.titles.new')}
      templateGuid={search.templateGuid}
      sourcePath={search.sourcePath}
      onTemplate={(templateGuid) => changeSearch(PATH, { ...search, templateGuid })}
      first={initial}
    >
      {(props) => <Issue key={props.chosen.map(({ guid }) => guid).join(' ')} {...props} />}
    </IssueStart>
  )
}

export function Screen() {
  const { issued } = useSearchOf(PATH)
  const first = useFirst()
  if (issued !== undefined) return <AfterIssue key={issued} issued={issued} />
  return first ? <Start first={first} /> : <DetailSkeleton />
}

// Finds the licenses of a file: what it is, its target and age, and whether it was exchanged. The center says nothing
// about the file of another developer.
import { LIMITS, exchangeCalls, toolCalls, lockStatusName } from '@sealwright/contract'
import type { ToldFile } from '@sealwright/contract'
import { ArrowLeftRight, Download } from 'lucide-react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { StatusTag, Tag } from '../../../blocks/control/status-tag.tsx'
import { DetailSection } from '../../../blocks/detail/detail-page.tsx'
import { FactList } from '../../../blocks/detail/fact-list.tsx'
import type { Fact } from '../../../blocks/detail/fact-list.tsx'
import { Notice, SettingList, SettingRow, SettingsPage, SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'
import { TagsCell, TimeCell } from '../../../blocks/list/columns.tsx'
import { download } from '../../../lib/call/download.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { Can, useCanOpen } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { LicenseStatusTag } from '../../license/index.ts'
import { FileIntake } from '../intake/file-intake.tsx'
import { takeFile, takeText } from '../intake/take-files.ts'
import type { Taken } from '../intake/take-files.ts'
import '../offline.css'
import { KindTag, LicenseLink, LockLink, RefusedFile, answerNameOf, useLockWords } from '../told-parts.tsx'
import { useFileCall } from '../use-file-call.ts'

const { searchedFileBytes, exchangeEndings } = LIMITS.license
const ACCEPTED = [...exchangeEndings, 'image/*'].join(',')

/** The server looks at the extension, which a pasted text or a picture does not have. */
const fileOf = ({ name, text }: { name: string; text: string }) =>
  new File([text], exchangeEndings.some((ending) => name.toLowerCase().endsWith(ending)) ? name : `${name}.txt`, {
    type: 'text/plain',
  })

function Licenses({ licenses }: Pick<ToldFile, 'licenses'>) {
  const t = usePhrases()
  if (licenses.length === 0) return <p className="offline-why">{t('offline.search.noLicense')}</p>
  return (
    <SettingList label={t('offline.search.licenses')}>
      {licenses.map((license) => (
        <SettingRow
          key={license.guid}
          title={
            <>
              <LicenseLink license={license} /> <LicenseStatusTag status={license.status} />
            </>
          }
          note={
            <>
              <span>{license.productName}</span>
              <span>{t(`license.families.${license.family}`)}</span>
            </>
          }
        />
      ))}
    </SettingList>
  )
}

function Exchanged({ told: { file, name, exchange, lock } }: { told: ToldFile }) {
  const t = usePhrases()
  const format = useFormat()
  const canExchange = useCanOpen('/tool/offline')
  // A package for a dongle answers no file: its record says what became of it.
  if (!exchange && lock && file === 'D2C') return null
  if (!exchange)
    return (
      <Notice
        title={t('offline.search.notExchanged')}
        action={
          canExchange && (
            <ScreenLink to="/tool/offline" className={buttonClass()}>
              <ArrowLeftRight size={15} aria-hidden />
              {t('offline.search.toWorkbench')}
            </ScreenLink>
          )
        }
      >
        {t(file === 'C2D' ? 'offline.search.notExchangedSentence' : 'offline.search.unknownAnswer')}
      </Notice>
    )
  return (
    <Notice
      tone="ok"
      title={t('offline.search.exchanged')}
      action={
        <Can call={exchangeCalls.download}>
          <Button
            icon={Download}
            onPress={() =>
              void download({
                path: exchangeCalls.download.path,
                payload: { guid: exchange.guid },
                fileName: answerNameOf(name),
              })
            }
          >
            {t('offline.history.download')}
          </Button>
        </Can>
      }
    >
      {t('offline.search.exchangedSentence', {
        time: format.time(exchange.time),
        by: exchange.by,
        way: t(`offline.ways.${exchange.way}`),
      })}
    </Notice>
  )
}

function Until({ at }: { at: string }) {
  const t = usePhrases()
  const { serverTime } = useSession()
  return (
    <>
      <TimeCell at={at} /> {at <= serverTime && <StatusTag tone="bad">{t('offline.states.ended')}</StatusTag>}
    </>
  )
}

/** The dongle, what it asks for, and the package with its record. */
function useLockFacts(): (lock: NonNullable<ToldFile['lock']>) => Fact[] {
  const t = usePhrases()
  const words = useLockWords()
  return (lock) => [
    { label: t('offline.lock.shellNumber'), value: <LockLink lock={lock} /> },
    { label: t('offline.lock.status'), value: t(`userLock.statuses.${lockStatusName(lock.status)}`) },
    { label: t(lock.request ? 'offline.lock.request' : 'offline.lock.package'), value: words(lock) },
  ]
}

function Found({ told }: { told: ToldFile }) {
  const t = usePhrases()
  const format = useFormat()
  const ofLock = useLockFacts()
  const { machine } = told
  const isDongle = told.kind === 'dongle'
  const facts: Fact[] = [
    { label: t('offline.search.kindOfFile'), value: t(`offline.search.files.${told.file}`) },
    { label: t('offline.fields.kind'), value: <KindTag kind={told.kind} /> },
    { label: t(isDongle ? 'offline.lock.shellNumber' : 'offline.fields.machineName'), value: machine.name },
    { label: t(isDongle ? 'offline.lock.firmware' : 'offline.search.os'), value: machine.os },
    {
      label: t('offline.fields.madeTime'),
      value: (
        <>
          <TimeCell at={told.madeTime} /> <span className="offline-why">{format.ago(told.madeTime)}</span>
        </>
      ),
    },
    { label: t('offline.fields.validUntil'), value: told.validUntil && <Until at={told.validUntil} /> },
    ...(told.code === null ? [] : [{ label: t('offline.search.code'), value: <CopyText text={told.code} /> }]),
    ...(told.account === null ? [] : [{ label: t('offline.search.account'), value: told.account }]),
    ...(told.packages.length === 0
      ? []
      : [
          {
            label: t('offline.search.packages'),
            value: (
              <TagsCell>
                {[...new Set(told.packages)].map((kind) => {
                  const count = told.packages.filter((one) => one === kind).length
                  return <Tag key={kind}>{`${t(`offline.packages.${kind}`)}${count > 1 ? ` × ${count}` : ''}`}</Tag>
                })}
              </TagsCell>
            ),
          },
        ]),
    {
      label: t(isDongle ? 'offline.lock.serial' : 'offline.search.fingerprint'),
      value: machine.fingerprint && <CopyText text={machine.fingerprint} />,
      isWide: true,
    },
    { label: t('offline.fields.digest'), value: <CopyText text={told.digest} />, isWide: true },
  ]
  return (
    <section className="offline-found" aria-label={told.name}>
      <div className="offline-found-head">
        <h2>{told.name}</h2>
        <Tag>{told.file}</Tag>
      </div>
      <Exchanged told={told} />
      {told.lock ? (
        <DetailSection title={t('offline.lock.title')}>
          <FactList facts={ofLock(told.lock)} />
        </DetailSection>
      ) : (
        <DetailSection title={t('offline.search.licenses')}>
          <Licenses licenses={told.licenses} />
        </DetailSection>
      )}
      <DetailSection title={t('offline.search.content')}>
        <FactList facts={facts} />
      </DetailSection>
    </section>
  )
}

export function Screen() {
  const t = usePhrases()
  const { sent, isSending, send } = useFileCall(toolCalls.searchLicense, (file) => ({ file: fileOf(file) }))
  const look = ([first]: readonly Taken[]) => void (first && send(first))
  const onFiles = async ([file, ...others]: readonly File[]) => {
    if (others.length > 0) toast.warning(t('offline.search.oneOnly'))
    if (file) look(await takeFile(file, searchedFileBytes))
  }
  return (
    <SettingsPage title={t('offline.titles.searchLicense')} sentence={t('offline.search.sentence')}>
      <div className="offline-parts">
        <FileIntake
          label={t('offline.search.drop')}
          help={t('offline.search.dropHelp')}
          accept={ACCEPTED}
          isBusy={isSending}
          isCompact={sent !== undefined}
          onFiles={(files) => void onFiles(files)}
          onText={(text) => look(takeText(t('offline.intake.pastedName'), text, searchedFileBytes))}
        />
        {sent && <RefusedFile {...sent} />}
        {isSending && <SettingsSkeleton rows={3} />}
        {sent?.answer && <Found told={sent.answer} />}
      </div>
    </SettingsPage>
  )
}

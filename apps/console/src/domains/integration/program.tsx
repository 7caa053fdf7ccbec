// What a program needs: its values, the SDK, and code with the values filled in. The API password is filled in only
// while it is shown.
import { SDK_DOWNLOAD, developerCalls, runtimeLogCalls, signingKeyCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { Download, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { CodeBlock, CodeChoice } from '../../blocks/control/code-block.tsx'
import { CopyText } from '../../blocks/control/copy-text.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { DetailSection } from '../../blocks/detail/detail-page.tsx'
import { SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { API_REFERENCE, guideHref } from '../../lib/place/guide.ts'
import { saveAs } from '../../lib/save-as.ts'
import { Can, useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, useLanguage, usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { useApiPassword } from '../developer/secret/index.ts'
import { FirstContact } from './first-contact.tsx'
import './integration.css'
import { KEYS_FILE, SNIPPET_LANGUAGES, keysFile, snippetOf } from './snippets.ts'
import type { BuiltValues, SnippetLanguage } from './snippets.ts'

const MASK = '•'.repeat(16)

/** A certificate is long, and nobody reads it: its ends tell it apart. */
const endsOf = (text: string) => (text.length > 48 ? `${text.slice(0, 28)}…${text.slice(-12)}` : text)

function Value({
  label,
  note,
  action,
  children,
}: {
  label: string
  note?: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {note && <span className="program-note">{note}</span>}
      </dd>
      {action}
    </div>
  )
}

type Revealed = ReturnType<typeof useApiPassword>

function ApiPasswordValue({ apiPassword, secondsLeft, isRevealing, reveal, hide }: Revealed) {
  const t = usePhrases()
  const label = t('integration.values.apiPassword')
  const isShown = apiPassword !== undefined
  const verb = t(isShown ? 'integration.values.hide' : 'integration.values.reveal')
  return (
    <Value
      label={label}
      note={
        isShown ? t('integration.values.hidesIn', { seconds: secondsLeft }) : t('integration.values.apiPasswordNote')
      }
      action={
        <Button
          size="small"
          icon={isShown ? EyeOff : Eye}
          aria-label={`${verb} ${label}`}
          isBusy={isRevealing}
          onPress={isShown ? hide : () => void reveal()}
        >
          {verb}
        </Button>
      }
    >
      {isShown ? <CopyText text={apiPassword} /> : <span aria-hidden>{MASK}</span>}
    </Value>
  )
}

type Keys = Pick<AnswerOf<typeof signingKeyCalls.find>, 'developerId' | 'rootKey' | 'exchangeKey'>

function Values({ keys, password }: { keys: Keys; password: Revealed }) {
  const t = usePhrases()
  const say = useSentences()
  const canReveal = useCan(developerCalls.revealApiPassword)
  const { developerId, rootKey, exchangeKey } = keys
  const download = async () => {
    const apiPassword = password.apiPassword ?? (await password.reveal())
    if (apiPassword === undefined) return
    const text = keysFile({ developerId, rootKey, exchangeKey, apiPassword })
    saveAs(new Blob([text], { type: 'application/json' }), KEYS_FILE)
    toast.success(t('integration.values.downloaded'))
  }
  return (
    <DetailSection title={t('integration.values.title')}>
      <p className="integration-quiet">{t('integration.values.sentence')}</p>
      <dl className="program-values">
        <Value label={t('integration.values.url')}>
          <CopyText text={location.origin} />
        </Value>
        <Value label={t('integration.values.developerId')}>
          <CopyText text={developerId} />
        </Value>
        <Value label={t('integration.values.rootKey')}>
          <CopyText text={rootKey} />
        </Value>
        {canReveal ? (
          <ApiPasswordValue {...password} />
        ) : (
          <Value label={t('integration.values.apiPassword')}>
            <span className="program-note">
              {t('integration.values.apiPasswordHidden', { privilege: say('privileges.packing.view') })}
            </span>
          </Value>
        )}
        <Value label={t('integration.values.exchangeKey')} note={t('integration.values.exchangeKeyNote')}>
          <CopyText text={exchangeKey} shown={endsOf(exchangeKey)} />
        </Value>
      </dl>
      {canReveal && (
        <div className="program-download">
          <Button icon={Download} onPress={() => void download()}>
            {t('integration.values.download')}
          </Button>
          <span>{t('integration.values.downloadNote')}</span>
        </div>
      )}
    </DetailSection>
  )
}

function Snippets({ values, isFilled }: { values: BuiltValues; isFilled: boolean }) {
  const t = usePhrases()
  const [language, setLanguage] = useState<SnippetLanguage>('javascript')
  return (
    <DetailSection title={t('integration.snippets.title')}>
      <p className="integration-quiet">
        {t('integration.snippets.sentence')} {!isFilled && t('integration.snippets.hidden')}
      </p>
      <CodeChoice
        label={t('integration.snippets.label')}
        value={language}
        onSelect={setLanguage}
        options={SNIPPET_LANGUAGES.map((value) => ({
          value,
          label: t(`integration.snippets.languages.${value}`),
          code: snippetOf(value, values),
        }))}
      />
      {language !== 'javascript' && <p className="integration-quiet">{t(`integration.snippets.${language}`)}</p>}
    </DetailSection>
  )
}

function Sdk() {
  const t = usePhrases()
  const format = useFormat()
  const file = import.meta.env.SDK_FILE
  const locale = useLanguage((language) => language.locale)
  return (
    <DetailSection title={t('integration.sdk.title')}>
      <p className="integration-quiet">{t('integration.sdk.sentence')}</p>
      {file !== undefined && (
        <>
          <div className="program-download">
            <a className={buttonClass()} href={SDK_DOWNLOAD} download={file}>
              <Download size={15} aria-hidden />
              {t('integration.sdk.download')}
            </a>
            <span>
              {t('integration.sdk.version', {
                version: import.meta.env.SDK_VERSION ?? '',
                size: format.bytes(Number(import.meta.env.SDK_BYTES)),
              })}
            </span>
          </div>
          <p className="integration-quiet">{t('integration.sdk.install')}</p>
          <CodeBlock code={`npm install ./${file}`} label={t('integration.sdk.command')} />
        </>
      )}
      <p className="integration-ways">
        <a href={guideHref(locale, 'sdk')} target="_blank" rel="noreferrer">
          {t('integration.sdk.guide')}
        </a>
        <a href={API_REFERENCE} target="_blank" rel="noreferrer">
          {t('integration.sdk.reference')}
        </a>
      </p>
    </DetailSection>
  )
}

export function Program() {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(signingKeyCalls.find, {})
  const password = useApiPassword()
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={5} />
  const { apiPassword } = password
  const values = {
    ...data,
    url: location.origin,
    apiPassword: apiPassword ?? `<${t('integration.values.apiPassword')}>`,
  }
  return (
    <>
      <Can call={runtimeLogCalls.find}>
        <FirstContact />
      </Can>
      <Values keys={data} password={password} />
      <Sdk />
      <Snippets values={values} isFilled={apiPassword !== undefined} />
    </>
  )
}

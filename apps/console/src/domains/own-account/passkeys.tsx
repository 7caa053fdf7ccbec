// Passkeys: the list, and a form to add one. The browser creates the key. The WebAuthn library loads when the form
// opens.
import type { AnswerOf } from '@sealwright/contract'
import { LIMITS, ownAccountCalls } from '@sealwright/contract'
import { Fingerprint, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../blocks/control/button.tsx'
import { useOpening } from '../../blocks/control/opening.ts'
import { Tag } from '../../blocks/control/status-tag.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { Notice, SettingList, SettingRow } from '../../blocks/form/settings-page.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { placeOf } from '../../blocks/security/place.ts'
import { showRecoveryCodes } from '../../blocks/security/recovery-codes.tsx'
import { useAct } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { loadInTime } from '../../lib/load-in-time.ts'
import { useSession } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { PhraseKey } from '../../lib/words/i18n.tsx'
import { Rename } from './rename.tsx'

type Security = AnswerOf<typeof ownAccountCalls.security>
type Passkey = Security['passkeys'][number]
type CreationOptions = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON']

const NAME = ownAccountCalls.addPasskey.payload.shape.name
const FIELDS = { name: NAME }
const spell = (values: { name: string }) => ({ ...values })

const loadWebAuthn = () => loadInTime(() => import('@simplewebauthn/browser'))

/** The phrase for an error of the browser. */
function reasonOf(error: unknown): PhraseKey {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'ownAccount.passkey.exists'
  return name === 'NotAllowedError' || name === 'AbortError'
    ? 'ownAccount.passkey.cancelled'
    : 'ownAccount.passkey.failed'
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const { account } = useSession()
  const [isAsking, setAsking] = useState(false)
  const [initial] = useState(() => {
    const { browser = '', system = '' } = placeOf(navigator.userAgent)
    return {
      name: t('ownAccount.passkey.defaultName', { browser: browser.replace(/ \d+$/, ''), system }).slice(
        0,
        LIMITS.secondFactor.passkeyNameMax,
      ),
    }
  })
  const form = useForm({ domain: 'identity', fields: FIELDS, initial, spell })
  const start = useAct(ownAccountCalls.startPasskey)
  const add = useAct(ownAccountCalls.addPasskey, { showsRefusal: true })

  const create = async (name: string) => {
    const started = await start.act({})
    if (!started) return
    setAsking(true)
    let credential: Record<string, unknown>
    try {
      const { startRegistration } = await loadWebAuthn()
      const optionsJSON = started.options as unknown as CreationOptions // from the server half of the library
      const made = await startRegistration({ optionsJSON })
      credential = { ...made }
    } catch (error) {
      toast.warning(t(reasonOf(error)))
      return
    } finally {
      setAsking(false)
    }
    const added = await add.act({ name, credential })
    if (!added) return
    toast.success(t('ownAccount.passkey.saved', { name }))
    void queryClient.invalidateQueries()
    onClose()
    if (added.recoveryCodes) void showRecoveryCodes({ codes: added.recoveryCodes, account: account.displayName })
  }
  return (
    <InlineForm
      form={form}
      label={t('ownAccount.passkey.add')}
      saveText={t('ownAccount.passkey.create')}
      isSaving={isAsking || start.isActing || add.isActing}
      refusal={add.refusal}
      onSave={() => void create(form.values.name.trim())}
      onCancel={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={t('ownAccount.passkey.name')}
        help={t('ownAccount.passkey.nameHelp')}
        hasFocus
      />
      <p className="setting-note">{t('ownAccount.passkey.createHelp')}</p>
    </InlineForm>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const t = usePhrases()
  const format = useFormat()
  const { isOpen: isRenaming, opener, open, close } = useOpening()
  const { id: passkeyId, name } = passkey
  const remove = useAct(ownAccountCalls.removePasskey, { onDone: () => toast.success(t('ownAccount.passkey.removed')) })
  const ask = () =>
    confirmAction({
      title: t('ownAccount.passkey.removeTitle', { name }),
      consequence: t('ownAccount.passkey.removeConsequence'),
      verb: t('ownAccount.passkey.remove'),
      run: () => remove.act({ passkeyId }),
    })
  return (
    <SettingRow
      mark={<Fingerprint size={18} aria-hidden />}
      title={
        isRenaming ? (
          <Rename
            call={ownAccountCalls.renamePasskey}
            payloadOf={(typed) => ({ passkeyId, name: typed })}
            schema={NAME}
            name={name}
            maxLength={LIMITS.secondFactor.passkeyNameMax}
            onClose={close}
          />
        ) : (
          <>
            <span className="named">
              <span>{name}</span>
              <IconButton
                ref={opener}
                icon={Pencil}
                className="icon-button-small"
                label={t('ownAccount.rename.open', { name })}
                onPress={open}
              />
            </span>
            {passkey.isSynced && <Tag>{t('ownAccount.passkey.synced')}</Tag>}
          </>
        )
      }
      note={
        <>
          <span>{t('ownAccount.passkey.added', { time: format.time(passkey.createdAt) })}</span>
          <span>
            {passkey.lastUsedAt
              ? t('ownAccount.passkey.used', { ago: format.ago(passkey.lastUsedAt) })
              : t('ownAccount.passkey.unused')}
          </span>
        </>
      }
      actions={
        <Button kind="quiet" aria-label={t('ownAccount.passkey.removeTitle', { name })} onPress={() => void ask()}>
          {t('ownAccount.passkey.remove')}
        </Button>
      }
    />
  )
}

/** The reason why no passkey can be added, if there is one. */
function useObstacle({ passkeys, canAddPasskey }: Security): string | undefined {
  const t = usePhrases()
  const max = LIMITS.secondFactor.passkeys
  if (!canAddPasskey) return t('ownAccount.passkey.needsDomain')
  if (!('PublicKeyCredential' in globalThis)) return t('ownAccount.passkey.unsupported')
  return passkeys.length >= max ? t('ownAccount.passkey.full', { max }) : undefined
}

export function Passkeys({ security }: { security: Security }) {
  const t = usePhrases()
  const { isOpen: isAdding, opener, open, close } = useOpening()
  const obstacle = useObstacle(security)
  return (
    <>
      <SettingList label={t('ownAccount.passkey.title')}>
        {security.passkeys.length === 0 && !isAdding && (
          <p className="setting-empty">{t('ownAccount.passkey.empty')}</p>
        )}
        {security.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
        {isAdding && (
          <div className="setting">
            <AddPasskey onClose={close} />
          </div>
        )}
      </SettingList>
      {obstacle ? (
        <Notice>{obstacle}</Notice>
      ) : (
        !isAdding && (
          <div className="settings-foot">
            <Button
              ref={opener}
              icon={Plus}
              // Load the library while the person types the name.
              onPress={() => {
                open()
                void loadWebAuthn().catch(() => undefined)
              }}
            >
              {t('ownAccount.passkey.add')}
            </Button>
          </div>
        )
      )}
    </>
  )
}

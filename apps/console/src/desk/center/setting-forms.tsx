// The forms of the settings. Each sends only its own fields, with the revision that it was based on.
import { LIMITS, REGISTRATION_MODES, centerDesk } from '@sealwright/contract'
import type { AnswerOf, PayloadOf, RegistrationMode } from '@sealwright/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { Checkbox } from '../../blocks/control/checkbox.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import type { Form } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { LogoField } from '../../blocks/form/logo-field.tsx'
import { ReloadLatest } from '../../blocks/form/reload-latest.tsx'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { useAct } from '../../lib/call/client.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'

export type CenterSettings = AnswerOf<typeof centerDesk.get>
type Change = Omit<PayloadOf<typeof centerDesk.update>, 'revision'>

export interface SettingFormProps {
  settings: CenterSettings
  /** Reads the settings again, after somebody else changed them. */
  onReload: () => Promise<void>
  onClose: () => void
}

const { shape: FIELDS } = centerDesk.update.payload

interface SavedFormProps<Values extends object> extends SettingFormProps {
  form: Form<Values>
  label: string
  changeOf: () => Change
  children: ReactNode
}

function SavedForm<Values extends object>({
  form,
  label,
  changeOf,
  settings: { revision },
  onReload,
  onClose,
  children,
}: SavedFormProps<Values>) {
  const t = usePhrases()
  const { act, isActing, refusal } = useAct(centerDesk.update, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t('center.saved'))
      onClose()
    },
  })
  return (
    <InlineForm
      form={form}
      label={label}
      saveText={t('center.save')}
      isSaving={isActing}
      refusal={refusal}
      remedy={<ReloadLatest refusal={refusal} load={onReload} />}
      onSave={() => void act({ revision, ...changeOf() })}
      onCancel={onClose}
    >
      {children}
    </InlineForm>
  )
}

export function NamesForm(props: SettingFormProps) {
  const t = usePhrases()
  const { nameZh, nameEn } = props.settings
  const [initial] = useState({ nameZh: nameZh ?? '', nameEn: nameEn ?? '' })
  const form = useForm({ domain: 'center', fields: FIELDS, initial })
  const { values } = form
  return (
    <SavedForm
      {...props}
      form={form}
      label={t('center.names.title')}
      changeOf={() => ({ nameZh: values.nameZh.trim() || null, nameEn: values.nameEn.trim() || null })}
    >
      <TextField form={form} name="nameZh" counterMax={LIMITS.center.nameMax} hasFocus />
      <TextField form={form} name="nameEn" counterMax={LIMITS.center.nameMax} />
    </SavedForm>
  )
}

const LOGO_FIELDS = { logo: centerDesk.setLogo.payload.shape.logo }

export function LogoForm({ settings: { revision, logo }, onReload, onClose }: SettingFormProps) {
  const t = usePhrases()
  const [initial] = useState({ logo: logo ?? '' })
  const form = useForm({ domain: 'center', fields: LOGO_FIELDS, initial })
  const { act, isActing, refusal } = useAct(centerDesk.setLogo, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t('center.names.logoSaved'))
      onClose()
    },
  })
  return (
    <InlineForm
      form={form}
      label={t('center.fields.logo')}
      saveText={t('center.save')}
      isSaving={isActing}
      refusal={refusal}
      remedy={<ReloadLatest refusal={refusal} load={onReload} />}
      onSave={() => void act({ revision, logo: form.values.logo || null })}
      onCancel={onClose}
    >
      <LogoField form={form} schema={LOGO_FIELDS.logo} maxBytes={LIMITS.center.logoBytes} />
    </InlineForm>
  )
}

const TERMS_ROWS = 12

export function TermsForm(props: SettingFormProps) {
  const t = usePhrases()
  const { zh, en } = props.settings.terms
  const [initial] = useState({ termsZh: zh, termsEn: en })
  const form = useForm({ domain: 'center', fields: FIELDS, initial })
  const { values } = form
  return (
    <SavedForm
      {...props}
      form={form}
      label={t('center.terms.title')}
      changeOf={() => ({ termsZh: values.termsZh.trim() || null, termsEn: values.termsEn.trim() || null })}
    >
      <TextField form={form} name="termsZh" rows={TERMS_ROWS} help={t('center.terms.help')} hasFocus />
      <TextField form={form} name="termsEn" rows={TERMS_ROWS} />
    </SavedForm>
  )
}

export function RegistrationForm(props: SettingFormProps) {
  const t = usePhrases()
  const [initial] = useState<{ registration: RegistrationMode }>({ registration: props.settings.registration })
  const form = useForm({ domain: 'center', fields: FIELDS, initial })
  const { registration } = form.values
  return (
    <SavedForm {...props} form={form} label={t('center.registration.title')} changeOf={() => ({ registration })}>
      <Segmented
        label={t('center.fields.registration')}
        value={registration}
        options={REGISTRATION_MODES.map((value) => ({ value, label: t(`center.registration.modes.${value}`) }))}
        onSelect={(mode) => form.set('registration', mode)}
      />
      <p className="field-note">{t(`center.registration.notes.${registration}`)}</p>
    </SavedForm>
  )
}

export function CaptchaForm(props: SettingFormProps) {
  const t = usePhrases()
  const { urls, possible } = props.settings.captcha
  const [initial] = useState({ captchaUrls: urls })
  const form = useForm({ domain: 'center', fields: FIELDS, initial })
  const { captchaUrls } = form.values
  const [isReset, setIsReset] = useState(false)
  const choose = (chosen: string[]) => {
    setIsReset(false)
    form.set('captchaUrls', chosen)
  }
  return (
    <SavedForm
      {...props}
      form={form}
      label={t('center.captcha.title')}
      changeOf={() => ({ captchaUrls: isReset ? null : captchaUrls })}
    >
      <fieldset>
        <legend>{t('center.fields.captchaUrls')}</legend>
        {possible.map((path) => (
          <div key={path}>
            <Checkbox
              isChecked={captchaUrls.includes(path)}
              onChange={(next) => choose(next ? [...captchaUrls, path] : captchaUrls.filter((other) => other !== path))}
            >
              {path}
            </Checkbox>
          </div>
        ))}
      </fieldset>
      <p className="field-note">{t('center.captcha.off')}</p>
      <div>
        <Button onPress={() => setIsReset(true)} disabled={isReset}>
          {t('center.captcha.reset')}
        </Button>
      </div>
    </SavedForm>
  )
}

// The promotion links in the form: their names, which must differ. A link that has participants is removed after a
// question.
import { LIMITS } from '@sealwright/contract'
import type { CampaignLink } from '@sealwright/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Button, IconButton } from '../../../../blocks/control/button.tsx'
import { TextInput } from '../../../../blocks/control/text-input.tsx'
import type { Form } from '../../../../blocks/form/form-state.ts'
import { confirm } from '../../../../lib/dialog/dialog.tsx'
import { useFormat, usePhrases } from '../../../../lib/words/i18n.tsx'
import type { OngoingDraft } from './campaign-draft.ts'
import './campaign-form.css'

const { links: MOST, linkNameMax: NAME_MAX } = LIMITS.campaign

interface LinksFieldProps<Values extends OngoingDraft> {
  form: Form<Values>
  /** The saved links, with what they brought. */
  saved?: readonly CampaignLink[]
}

export function LinksField<Values extends OngoingDraft>({ form: given, saved = [] }: LinksFieldProps<Values>) {
  const t = usePhrases()
  const format = useFormat()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  /** Whether the last name or the button to add gets the focus once the links are drawn. */
  const next = useRef<'last' | 'add'>(undefined)
  const form = given as unknown as Form<OngoingDraft> // the links of any such draft
  const { links } = form.values
  useEffect(() => {
    const wanted = next.current
    next.current = undefined
    if (wanted === undefined) return
    const inputs = frame.current?.querySelectorAll('input')
    const last = inputs?.[inputs.length - 1]
    const add = frame.current?.querySelector<HTMLElement>('[data-add]')
    ;(wanted === 'last' ? last : (add ?? last))?.focus()
  })
  const change = (index: number, name: string) => {
    form.set('links', (now) => now.map((link, at) => (at === index ? { ...link, name } : link)))
    // Two equal names are told while typing.
    if (name.trim() !== '') form.leave(`links.${index}.name`)
  }
  const remove = async (index: number) => {
    const link = links[index]
    const known = saved.find(({ guid }) => guid === link?.guid)
    const isAgreed =
      !known ||
      known.participations === 0 ||
      (await confirm({
        title: t('activity.links.removeTitle', { name: known.name }),
        body: t('activity.links.removeConsequence', { count: known.participations }),
        confirmText: t('activity.links.removeVerb'),
        tone: 'danger',
      }))
    if (!isAgreed) return
    next.current = 'add'
    form.set('links', (now) => now.filter((one) => one !== link))
  }
  const error = form.errorAt('links')
  return (
    <div ref={frame} className="campaign-links-field" role="group" aria-label={t('activity.fields.links')}>
      {links.map(({ name }, index) => {
        const path = `links.${index}.name`
        const problem = form.errorAt(path)
        return (
          // A new link has no other identity than its place.
          <div key={index} className="campaign-link-row">
            <div className="campaign-link-line">
              <TextInput
                value={name}
                aria-label={`${form.labelOf(path)} ${format.number(index + 1)}`}
                aria-invalid={problem ? true : undefined}
                aria-describedby={`${id}-${index}`}
                placeholder={t('activity.links.placeholder')}
                maxLength={NAME_MAX}
                onText={(text) => change(index, text)}
                onBlur={() => form.leave(path)}
              />
              <IconButton
                icon={Trash2}
                label={
                  name.trim() === ''
                    ? t('activity.links.removeUnnamed', { n: index + 1 })
                    : t('activity.links.remove', { name: name.trim() })
                }
                onPress={() => void remove(index)}
              />
            </div>
            <div id={`${id}-${index}`} className="field-note field-error" role={problem ? 'alert' : undefined}>
              {problem}
            </div>
          </div>
        )
      })}
      {error && (
        <p className="field-note field-error" role="alert">
          {error}
        </p>
      )}
      {links.length < MOST && (
        <Button
          icon={Plus}
          data-add
          data-invalid={error ? true : undefined}
          onPress={() => {
            next.current = 'last'
            form.set('links', (now) => [...now, { name: '' }])
          }}
        >
          {t('activity.links.add')}
        </Button>
      )}
    </div>
  )
}

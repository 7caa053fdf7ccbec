// The pages for a new row and for an existing one. They own loading, saving, refusals, the message afterwards and where
// to go next; the screen lays out the inputs. Drafts keep the texts as they are sent: an empty text clears a field.
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useAct } from '../../lib/call/client.ts'
import { goToHref, useSearchOf } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { usePerson } from '../../lib/session/person.ts'
import { surface } from '../../lib/surface.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Edited } from '../form/edited.tsx'
import { maxLengthOf } from '../form/field-rules.ts'
import { TextField } from '../form/field.tsx'
import { FormPage } from '../form/form-page.tsx'
import { FormSection } from '../form/form-section.tsx'
import { useForm } from '../form/form-state.ts'
import type { Form, FormSettings } from '../form/form-state.ts'
import { useRevised } from '../form/revised.tsx'
import { BackToEntities } from './entity-detail.tsx'
import { oneHref, useEntityWords } from './entity.ts'
import type { AnyEntity, CallsOf, Identified } from './entity.ts'
import type { Input } from './field-table.tsx'

/** A draft of texts, one for each field with an input. */
export type TextDraft = { name: string } & Readonly<Record<string, string>>

type Revised = Identified & { revision: number }

/** What the inputs need of an entity. */
interface OfTexts {
  fields: readonly { name: string; input?: Input }[]
  calls: Pick<CallsOf<unknown, unknown>, 'create'>
}

/** What creating a row needs of it. */
interface Creatable extends Pick<AnyEntity<never, never>, 'kind' | 'domain' | 'paths'> {
  calls: Pick<CallsOf<unknown, unknown>, 'create' | 'find'>
}

/** The texts of a row, or of none. */
export function textDraft({ fields }: Pick<OfTexts, 'fields'>, row: object = {}): TextDraft {
  const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const given = row as Readonly<Record<string, unknown>> // any object may be indexed
  const texts = fields.filter(({ input }) => input).map(({ name }) => [name, textOf(given[name])])
  return { name: '', ...Object.fromEntries(texts) } as TextDraft // the name has an input
}

const spelled = (draft: object): Record<string, unknown> => ({ ...draft })

const useEntityForm = <Values extends object>(
  { domain, calls }: Pick<Creatable, 'domain'> & Pick<OfTexts, 'calls'>,
  { initial, rules }: { initial: Values; rules: FormSettings<Values>['rules'] },
) =>
  useForm({
    domain,
    fields: calls.create.payload.shape,
    initial,
    spell: spelled,
    comesBackTo: usePerson().id,
    ...(rules && { rules }),
  })

interface Laid<Values extends object> extends Pick<FormSettings<Values>, 'rules'> {
  sentence: string
  /** The inputs. */
  children: (form: Form<Values>) => ReactNode
}

interface NewPageProps<Values extends object> extends Laid<Values> {
  entity: Creatable
  initial: Values
  /** Where a person goes who may see the new row. */
  leadsTo: 'list' | 'view'
  /** Without it, the title names a new row. A screen that also edits has a title of its own. */
  title?: string
}

export function NewPage<Values extends { name: string }>({
  entity,
  initial,
  leadsTo,
  title,
  sentence,
  rules,
  children,
}: NewPageProps<Values>) {
  const { calls, paths } = entity
  const words = useEntityWords(entity)
  // A person can have the right to create rows, but not to see them.
  const canView = useCan(calls.find)
  const form = useEntityForm(entity, { initial, rules })
  const create = useAct(calls.create, {
    showsRefusal: true,
    onDone: (made) => {
      form.settle()
      toast.success(words('blocks.entity.created', form.values.name))
      if (!canView) goToHref(surface().firstScreen)
      else goToHref(leadsTo === 'view' ? oneHref(paths.view, made) : `${paths.list}?editId=${made.guid}`)
    },
  })
  return (
    <FormPage
      form={form}
      title={title ?? words('blocks.entity.new')}
      sentence={sentence}
      saveText={words('blocks.entity.create')}
      isSaving={create.isActing}
      refusal={create.refusal}
      onSave={(values) => void create.act(values)}
      onCancel={() => goToHref(canView ? `${paths.list}?showSearch=1` : surface().firstScreen)}
    >
      {children(form)}
    </FormPage>
  )
}

interface EditingProps<Row extends Identified, Answer extends Row & Revised, Values extends object> extends Omit<
  Laid<Values>,
  'sentence'
> {
  entity: AnyEntity<Row, Answer>
  draftOf: (answer: Answer) => Values
  sentence: string | ((answer: Answer) => string)
}

function Editing<Row extends Identified, Answer extends Row & Revised, Values extends { name: string }>({
  entity,
  answer,
  draftOf,
  sentence,
  rules,
  children,
}: EditingProps<Row, Answer, Values> & { answer: Answer }) {
  const { calls, paths } = entity
  const { guid } = answer
  const words = useEntityWords(entity)
  const { sourcePath } = useSearchOf(paths.edit) as { sourcePath?: string } // the link that leads here may say so
  const [initial] = useState(() => draftOf(answer))
  const form = useEntityForm(entity, { initial, rules })
  const back = (search: string) =>
    goToHref(sourcePath === paths.view ? oneHref(paths.view, { guid }) : `${paths.list}?showSearch=1${search}`)
  const { saved, saving } = useRevised({
    read: calls.get,
    key: { guid },
    given: answer,
    update: calls.update,
    restart: (latest) => form.restart(draftOf(latest)),
    onSaved: () => {
      form.settle()
      toast.success(words('blocks.entity.saved', form.values.name))
      back(`&editId=${guid}`)
    },
  })
  return (
    <FormPage
      form={form}
      title={answer.name}
      sentence={typeof sentence === 'string' ? sentence : sentence(saved)}
      saveText={words('blocks.entity.save')}
      {...saving}
      onCancel={() => back('')}
    >
      {children(form)}
    </FormPage>
  )
}

interface EditPageProps<
  Row extends Identified,
  Answer extends Row & Revised,
  Values extends object,
> extends EditingProps<Row, Answer, Values> {
  /** Shown instead of the form, for a row that this person may not change. */
  otherwise?: (answer: Answer) => ReactNode
}

export function EditPage<Row extends Identified, Answer extends Row & Revised, Values extends { name: string }>({
  otherwise,
  ...editing
}: EditPageProps<Row, Answer, Values>) {
  const { entity } = editing
  const { guid } = useSearchOf(entity.paths.edit)
  return (
    <Edited call={entity.calls.get} payload={{ guid }} back={<BackToEntities entity={entity} />}>
      {(answer) => otherwise?.(answer) ?? <Editing key={guid} {...editing} answer={answer} />}
    </Edited>
  )
}

interface Section {
  title: string
  sentence?: string
  /** Names of fields. A pair shares a line. */
  fields: readonly (string | readonly string[])[]
}

interface FieldSectionsProps {
  entity: OfTexts
  form: Form<TextDraft>
  sections: readonly Section[]
  /** The first input has the focus. */
  isNew?: boolean
}

/** Inputs in sections. What each input is like is declared in the table of fields. */
export function FieldSections({ entity, form, sections, isNew = false }: FieldSectionsProps) {
  const t = usePhrases()
  const { shape } = entity.calls.create.payload
  const inputOf = (name: string, isFirst: boolean) => {
    const { rows, isNumber, hasCounter, help } = entity.fields.find((field) => field.name === name)?.input ?? {}
    return (
      <TextField
        key={name}
        form={form}
        name={name}
        hasFocus={isNew && isFirst}
        {...(rows && { rows })}
        {...(isNumber && { isNumber })}
        {...(hasCounter && { counterMax: maxLengthOf(shape[name]) })}
        {...(help && { help: t(help as 'common.thisField') })} // a phrase without parameters
      />
    )
  }
  return sections.map(({ title, sentence, fields }, place) => (
    <FormSection key={title} title={title} {...(sentence && { sentence })}>
      {fields.map((names, index) =>
        typeof names === 'string' ? (
          inputOf(names, place + index === 0)
        ) : (
          <div key={names.join()} className="field-row">
            {names.map((name) => inputOf(name, false))}
          </div>
        ),
      )}
    </FormSection>
  ))
}

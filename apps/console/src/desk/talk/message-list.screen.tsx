// The messages that operators sent to developers, with how many people read them, and the dialog for a new one.
import { LIMITS, MESSAGE_READERS, messageDesk } from '@sealwright/contract'
import type { MessageReaders, SentMessage } from '@sealwright/contract'
import { Mails, PenLine } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { SegmentedField } from '../../blocks/form/segmented-field.tsx'
import { LabeledTime, NameCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { Can } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { DevelopersField } from './developers-field.tsx'

const LIST = { list: 'deskMessage', call: messageDesk.find }
export const first = firstPage(LIST)

interface NewMessage {
  developers: readonly string[]
  readers: MessageReaders
  titleZh: string
  textZh: string
  titleEn: string
  textEn: string
}
const EMPTY: NewMessage = { developers: [], readers: 'all', titleZh: '', textZh: '', titleEn: '', textEn: '' }
const spell = (message: NewMessage) => ({ ...message, developers: message.developers.map(Number) })

function MessageDialog({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const form = useForm<NewMessage>({
    domain: 'message',
    fields: messageDesk.send.payload.shape,
    initial: EMPTY,
    spell,
  })
  const { values } = form
  const send = useAct(messageDesk.send, {
    showsRefusal: true,
    onDone: ({ people }) => {
      onClose()
      toast.success(t('talk.message.sent', { people }))
    },
  })
  const readersIn = (readers: MessageReaders) => t(`talk.message.readers.${readers}`)
  const { titleMax, textMax } = LIMITS.notice
  return (
    <FormDialog
      form={form}
      title={t('talk.titles.newMessage')}
      saveText={t('talk.message.submit')}
      isSaving={send.isActing}
      refusal={send.refusal}
      onSave={() =>
        void confirmAction({
          title: t('talk.message.sendTitle'),
          consequence: t('talk.message.sendConsequence', {
            count: values.developers.length,
            readers: readersIn(values.readers),
          }),
          verb: t('talk.message.submit'),
          run: () => send.act(spell(values)),
        })
      }
      onClose={onClose}
    >
      <p>{t('talk.message.dialogSentence')}</p>
      <DevelopersField form={form} />
      <SegmentedField
        form={form}
        name="readers"
        options={MESSAGE_READERS.map((value) => ({ value, label: readersIn(value) }))}
      />
      <TextField form={form} name="titleZh" counterMax={titleMax} />
      <TextField form={form} name="textZh" rows={4} counterMax={textMax} />
      <TextField form={form} name="titleEn" counterMax={titleMax} />
      <TextField form={form} name="textEn" rows={4} counterMax={textMax} />
    </FormDialog>
  )
}

const openMessage = () => void showDialog((settle) => <MessageDialog onClose={() => settle(true)} />)

const keyOf = (row: SentMessage) => row.guid
type WordsOf = (row: SentMessage) => { title: string; text: string }

/** In the operator's language, or in the other one if there is no such text. */
function useWordsOf(): WordsOf {
  const locale = useLanguage((language) => language.locale)
  return useCallback(
    ({ titleZh, textZh, titleEn, textEn }) => {
      const [zh, en] = [
        { title: titleZh ?? titleEn ?? '', text: textZh ?? textEn ?? '' },
        { title: titleEn ?? titleZh ?? '', text: textEn ?? textZh ?? '' },
      ]
      return locale === 'en' ? en : zh
    },
    [locale],
  )
}

function recipients(t: Translate, { developers }: SentMessage): string {
  const name = developers[0]?.name ?? ''
  return developers.length > 1 ? t('talk.message.toMore', { name, count: developers.length }) : name
}

const readBy = (t: Translate, { read, people }: SentMessage) => t('talk.message.readOf', { read, people })

const columnsOf = (t: Translate, wordsOf: WordsOf): Column<SentMessage>[] => [
  {
    key: 'title',
    title: t('talk.notice.title'),
    minWidth: 260,
    cell: (row) => (
      <NameCell mark={<IconMark icon={Mails} tint={3} />} name={wordsOf(row).title} below={wordsOf(row).text} />
    ),
  },
  { key: 'to', title: t('talk.message.to'), minWidth: 180, priority: 3, cell: (row) => recipients(t, row) },
  {
    key: 'readers',
    title: t('message.fields.readers'),
    minWidth: 130,
    cell: (row) => t(`talk.message.readers.${row.readers}`),
  },
  { key: 'read', title: t('talk.message.read'), minWidth: 110, priority: 2, cell: (row) => readBy(t, row) },
  { key: 'by', title: t('talk.message.by'), minWidth: 120, cell: (row) => row.operator },
  {
    key: 'createTime',
    title: t('message.fields.createTime'),
    minWidth: WIDTHS.time,
    sort: 'createTime',
    cell: (row) => <TimeCell at={row.createTime} />,
  },
]

const cardOf = (t: Translate, wordsOf: WordsOf, row: SentMessage): CardParts => ({
  mark: <IconMark icon={Mails} tint={3} size={40} />,
  name: wordsOf(row).title,
  below: wordsOf(row).text,
  facts: [
    { label: t('talk.message.to'), value: recipients(t, row) },
    { label: t('talk.message.read'), value: readBy(t, row) },
    { label: t('talk.message.by'), value: row.operator },
  ],
  foot: <LabeledTime label={t('message.fields.createTime')} at={row.createTime} />,
})

export function Screen() {
  const t = usePhrases()
  const wordsOf = useWordsOf()
  const filters = useMemo<Filter[]>(
    () => [{ kind: 'text', name: 'developerId', label: t('message.fields.developerId') }],
    [t],
  )
  const write = (
    <Can call={messageDesk.send}>
      <Button kind="primary" icon={PenLine} onPress={openMessage}>
        {t('talk.message.write')}
      </Button>
    </Can>
  )
  return (
    <ListPage
      path="/platform/messages"
      {...LIST}
      title={t('talk.titles.messages')}
      sentence={t('talk.message.sentence')}
      primary={write}
      filters={filters}
      columns={useMemo(() => columnsOf(t, wordsOf), [t, wordsOf])}
      card={useCallback((row: SentMessage) => cardOf(t, wordsOf, row), [t, wordsOf])}
      rowKey={keyOf}
      rowName={useCallback((row: SentMessage) => wordsOf(row).title, [wordsOf])}
      empty={{
        icon: Mails,
        title: t('talk.message.emptyTitle'),
        sentence: t('talk.message.emptySentence'),
        action: write,
      }}
    />
  )
}

// Renames in place: a field with a save and a cancel button, shown instead of the name.
import type { Call } from '@sealwright/contract'
import { Check, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../../blocks/control/button.tsx'
import { TextInput } from '../../blocks/control/text-input.tsx'
import { fieldViolations } from '../../blocks/form/field-rules.ts'
import type { FieldSchema } from '../../blocks/form/field-rules.ts'
import { useAct } from '../../lib/call/client.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './own-account.css'

interface RenameProps<C extends Call> {
  call: C
  payloadOf: (name: string) => Parameters<ReturnType<typeof useAct<C>>['act']>[0]
  schema: FieldSchema
  name: string
  maxLength: number
  placeholder?: string
  onClose: () => void
}

export function Rename<C extends Call>({
  call,
  payloadOf,
  schema,
  name,
  maxLength,
  placeholder,
  onClose,
}: RenameProps<C>) {
  const t = usePhrases()
  const [typed, setTyped] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  const { act, isActing } = useAct(call, {
    onDone: () => {
      toast.success(t('ownAccount.rename.saved'))
      onClose()
    },
  })
  const isRight = fieldViolations(schema, 'name', typed).length === 0
  const save = () => {
    if (typed.trim() === name) onClose()
    else if (isRight) void act(payloadOf(typed))
    else input.current?.focus()
  }
  return (
    <span
      className="rename"
      aria-busy={isActing || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && event.target === input.current) save()
        else if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
      }}
    >
      <TextInput
        ref={input}
        aria-label={t('ownAccount.rename.label')}
        aria-invalid={!isRight || undefined}
        value={typed}
        maxLength={maxLength}
        placeholder={placeholder}
        autoFocus
        onText={setTyped}
      />
      <IconButton icon={Check} label={t('ownAccount.rename.save')} onPress={save} />
      <IconButton icon={X} label={t('shell.cancel')} onPress={onClose} />
    </span>
  )
}

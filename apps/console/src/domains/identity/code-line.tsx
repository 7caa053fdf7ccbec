// The input for a verification code that the console's client sends.
import type { CodePurpose } from '@sealwright/contract'
import { useCodeSending, useIsKept } from '../../lib/password/code-sending.tsx'
import { CodeField } from './code-field.tsx'
import type { CodeFieldProps } from './code-field.tsx'

interface CodeLineProps extends Omit<CodeFieldProps, 'sending' | 'isKept'> {
  purpose: CodePurpose
}

export function CodeLine({ purpose, ...field }: CodeLineProps) {
  const sending = useCodeSending(purpose)
  const isKept = useIsKept(String(field.form.values[field.target]))
  return <CodeField {...field} sending={sending} isKept={isKept} />
}

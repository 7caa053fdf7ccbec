// The button of all screens: throttled, and busy while its action runs. A busy button keeps the focus.
import { Loader2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import './controls.css'
import { useThrottled } from './throttle.ts'

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger'

interface Look {
  kind?: ButtonKind
  size?: 'small' | 'normal' | 'large'
}

const KINDS: Record<ButtonKind, string> = {
  primary: 'sw-button sw-button-primary',
  plain: 'sw-button',
  quiet: 'sw-button button-quiet',
  danger: 'sw-button sw-button-danger',
}

/** The class names of a button, for links that look like one. */
export function buttonClass({ kind = 'plain', size = 'normal' }: Look = {}): string {
  return size === 'normal' ? KINDS[kind] : `${KINDS[kind]} button-${size}`
}

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'onClick' | 'ref'> {
  icon?: LucideIcon
  isBusy?: boolean
  onPress?: () => void
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  kind,
  size,
  icon: Icon,
  isBusy = false,
  onPress,
  children,
  type = 'button',
  ref,
  className,
  ...rest
}: ButtonProps) {
  const press = useThrottled(onPress)
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={className ? `${buttonClass({ kind, size })} ${className}` : buttonClass({ kind, size })}
      aria-busy={isBusy || undefined}
      // Not `disabled`: a disabled button loses the keyboard focus.
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else if (onPress) press()
      }}
    >
      {isBusy ? <Loader2 className="spin" size={15} aria-hidden /> : Icon ? <Icon size={15} aria-hidden /> : null}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  icon: LucideIcon
  label: string
  onPress: () => void
}

/** A square button with only an icon. The label is its accessible name and its tooltip. */
export function IconButton({ icon: Icon, label, onPress, ...rest }: IconButtonProps) {
  const press = useThrottled(onPress)
  return (
    <button
      {...rest}
      type="button"
      className={`sw-icon-button${rest.className ? ` ${rest.className}` : ''}`}
      aria-label={label}
      onClick={press}
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}

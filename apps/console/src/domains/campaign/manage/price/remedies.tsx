// Where a lack of money or packages is settled, for people who may open it.
import { buttonClass } from '../../../../blocks/control/button.tsx'
import { ScreenLink } from '../../../../lib/place/navigate.tsx'
import { useOpens } from '../../../../lib/session/can.tsx'
import { usePhrases } from '../../../../lib/words/i18n.tsx'

const WORDS = { '/billing/topUp': 'activity.paused.topUp', '/billing/package': 'activity.paused.package' } as const

interface RemediesProps {
  paths: readonly (keyof typeof WORDS)[]
  target?: '_blank' | undefined
}

export function Remedies({ paths, target }: RemediesProps) {
  const t = usePhrases()
  const opens = useOpens()
  const open = paths.filter((path) => opens(path))
  if (open.length === 0) return null
  return (
    <span className="campaign-remedies">
      {open.map((path) => (
        <ScreenLink key={path} to={path} target={target} className={buttonClass({ size: 'small' })}>
          {t(WORDS[path])}
        </ScreenLink>
      ))}
    </span>
  )
}

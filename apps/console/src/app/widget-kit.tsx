// antd's context: theme, language, and its styles in their own cascade layer, below ours.
import { StyleProvider } from '@ant-design/cssinjs'
import type { Locale } from '@sealwright/contract'
import { ConfigProvider } from 'antd'
import type { ConfigProviderProps } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { say, useLanguage } from '../lib/i18n.tsx'
import { loadInTime } from '../lib/load-in-time.ts'
import { useTheme } from '../lib/preferences.ts'
import { toast } from '../lib/toast.ts'
import { antdTheme } from './antd-theme.ts'

type KitLocale = ConfigProviderProps['locale']

const KIT_LOCALES: Record<Locale, () => Promise<{ default: KitLocale }>> = {
  zh: () => import('antd/locale/zh_CN'),
  en: () => import('antd/locale/en_US'),
}

/** The kit's own words come a moment later than ours; until then it shows its English ones, of which a list has none. */
function useKitLocale(): KitLocale {
  const locale = useLanguage((language) => language.locale)
  const [loaded, setLoaded] = useState<KitLocale>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      try {
        const { default: words } = await loadInTime(KIT_LOCALES[locale])
        if (isCurrent) setLoaded(words)
      } catch {
        if (isCurrent) toast.warning(say('shell.failed.partNotLoaded'))
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [locale])
  return loaded
}

export function WidgetKit({ children }: { children: ReactNode }) {
  const { shown } = useTheme()
  const theme = useMemo(() => antdTheme(shown), [shown])
  const locale = useKitLocale()
  return (
    <StyleProvider layer>
      <ConfigProvider theme={theme} {...(locale && { locale })} button={{ autoInsertSpace: false }}>
        {children}
      </ConfigProvider>
    </StyleProvider>
  )
}

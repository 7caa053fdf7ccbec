// Reads browser and system from a user agent, so that people recognize their own devices. No decision depends on it.
import { useCallback } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'

export interface Place {
  browser: string | undefined
  system: string | undefined
}

// The order matters: a user agent also contains the names of browsers further down this list.
const BROWSERS: readonly [mark: RegExp, name: string][] = [
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/DingTalk\/(\d+)/, 'DingTalk'],
  [/(?:Lark|Feishu)\/(\d+)/, 'Feishu'],
  [/\bEdgA?(?:iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bMQQBrowser\/(\d+)|\bQQBrowser\/(\d+)/, 'QQ Browser'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
]

const SYSTEMS: readonly [mark: RegExp, name: string][] = [
  [/\bOpenHarmony\b|\bHarmonyOS\b/, 'HarmonyOS'],
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

export function placeOf(userAgent: string | null): Place {
  const text = userAgent ?? ''
  for (const [mark, name] of BROWSERS) {
    const match = mark.exec(text)
    if (match) return { browser: `${name} ${match[1] ?? match[2] ?? ''}`.trim(), system: systemOf(text) }
  }
  return { browser: undefined, system: systemOf(text) }
}

function systemOf(text: string): string | undefined {
  return SYSTEMS.find(([mark]) => mark.test(text))?.[1]
}

export const isHandheld = (userAgent: string | null) => /\b(?:Mobile|Android|iPhone|iPad)\b/.test(userAgent ?? '')

/** A name such as "Chrome 140 · Windows", with a phrase for each unknown part. */
export function usePlaceName(): (userAgent: string | null) => string {
  const t = usePhrases()
  return useCallback(
    (userAgent) => {
      const { browser, system } = placeOf(userAgent)
      return `${browser ?? t('ownAccount.place.unknownBrowser')} · ${system ?? t('ownAccount.place.unknownSystem')}`
    },
    [t],
  )
}

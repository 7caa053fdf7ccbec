// The widget kit in our colors: its theme is read from the CSS variables of tokens.css, which stay the only place where a color is written.
import { theme } from 'antd'
import type { ThemeConfig } from 'antd'

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}

const pixels = (name: string) => Number.parseFloat(token(name))

export function antdTheme(shown: 'light' | 'dark'): ThemeConfig {
  return {
    algorithm: shown === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: token('brand'),
      colorLink: token('link'),
      colorSuccess: token('ok'),
      colorWarning: token('warn'),
      colorError: token('bad'),
      colorText: token('ink'),
      colorTextSecondary: token('ink-2'),
      colorTextTertiary: token('ink-3'),
      colorTextPlaceholder: token('ink-3'),
      colorBgLayout: token('canvas'),
      colorBgContainer: token('surface'),
      colorBgElevated: token('raised'),
      colorBorder: token('line-strong'),
      colorBorderSecondary: token('line'),
      borderRadius: pixels('radius-m'),
      borderRadiusSM: pixels('radius-s'),
      borderRadiusLG: pixels('radius-l'),
      controlHeight: pixels('control'),
      controlHeightSM: pixels('control-s'),
      controlHeightLG: pixels('control-l'),
      fontFamily: token('font'),
      fontSize: pixels('text'),
      // With reduced motion our styles end animations at once; the kit must not wait for ends that never come.
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
    },
    components: {
      // The dark algorithm dims the brand; a button of the kit must look like ours beside it.
      Button: { colorPrimary: token('brand'), colorPrimaryHover: token('brand-hover'), colorPrimaryActive: token('brand-hover'), primaryColor: token('on-brand'), dangerColor: token('on-brand'), colorError: token('bad'), colorErrorHover: token('bad-hover'), colorErrorActive: token('bad-hover'), primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
    },
  }
}

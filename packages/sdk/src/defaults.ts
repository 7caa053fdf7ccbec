// The defaults of options: the language of the environment, and a file in the profile of the user.
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { SealwrightOptions } from './face.ts'
import type { Language } from './refusal.ts'

export function languageOf(): Language {
  return new Intl.DateTimeFormat().resolvedOptions().locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

export function placeOf({ developerId, licenseId }: Pick<SealwrightOptions, 'developerId' | 'licenseId'>): string {
  const { LOCALAPPDATA, XDG_STATE_HOME } = process.env
  const folder =
    process.platform === 'win32'
      ? join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Sealwright')
      : process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Application Support', 'Sealwright')
        : join(XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'sealwright')
  return join(folder, `${developerId}${licenseId === undefined ? '' : `-${licenseId}`}.license`)
}

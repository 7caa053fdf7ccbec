// Public interface of the developer's settings. Other domains read them through kernel/developer-config.ts.
import { configCalls } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { getConfig, updateConfig } from './config.service.ts'

export { clearNetworks } from './operator.service.ts'

export function createConfig(): { bindings: Binding[] } {
  return { bindings: [answers(configCalls.get, getConfig), answers(configCalls.update, updateConfig)] }
}

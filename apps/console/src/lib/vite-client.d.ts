/// <reference types="vite/client" />

/** The SDK package that the center serves. Only a build has one (build/sdk-package.ts). */
interface ImportMetaEnv {
  readonly SDK_FILE?: string
  readonly SDK_VERSION?: string
  readonly SDK_BYTES?: string
}

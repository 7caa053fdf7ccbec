// The screens before sign-in. This table loads before anything else, so it must not import anything heavy.
import { DEVICE_PAGE, identityCalls, signedInPerson } from '@sealwright/contract'
import { BINDING_PATH, FACTOR_PATH, LOGIN_PATH, MFA_PATH, REGISTER_PATH, TERMS_PATH } from '../../lib/place/go.ts'
import { defineScreen } from '../../lib/place/screen.ts'

declare module '../../lib/place/screen.ts' {
  interface ScreenSearch {
    '/login': NoSearch
    '/register': NoSearch
    '/MFAVerification': NoSearch
    '/binding': NoSearch
    '/secondFactor': NoSearch
    '/terms': NoSearch
    '/device': { userCode?: string | undefined }
  }
}

export const identityScreens = [
  defineScreen({
    path: LOGIN_PATH,
    domain: 'identity',
    title: 'identity.login.title',
    access: identityCalls.login.access,
    load: () => import('./login.screen.tsx'),
  }),
  defineScreen({
    path: REGISTER_PATH,
    domain: 'identity',
    title: 'identity.register.title',
    access: identityCalls.register.access,
    load: () => import('./register.screen.tsx'),
  }),
  defineScreen({
    path: MFA_PATH,
    domain: 'identity',
    title: 'identity.mfa.title',
    access: identityCalls.mfaVerify.access,
    load: () => import('./mfa.screen.tsx'),
  }),
  defineScreen({
    path: BINDING_PATH,
    domain: 'identity',
    title: 'identity.binding.title',
    access: identityCalls.bind.access,
    load: () => import('./binding.screen.tsx'),
  }),
  defineScreen({
    path: FACTOR_PATH,
    domain: 'identity',
    title: 'identity.factor.title',
    access: identityCalls.factor.access,
    load: () => import('./factor.screen.tsx'),
  }),
  defineScreen({
    path: TERMS_PATH,
    domain: 'identity',
    title: 'identity.terms.title',
    access: identityCalls.login.access,
    load: () => import('./terms.screen.tsx'),
  }),
  defineScreen({
    path: DEVICE_PAGE,
    domain: 'identity',
    title: 'identity.device.title',
    // Not taken from its call, which then loads with the screen.
    access: signedInPerson,
    load: () => import('./device.screen.tsx'),
  }),
]

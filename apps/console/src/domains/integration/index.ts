export { IntegrationPage } from './integration-page.tsx'
export { openRotation } from './shared/rotate-dialog.tsx'
export { openSecret } from './shared/secret-dialog.tsx'

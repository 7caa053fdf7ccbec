import type { ErrorPhrases } from '../shape.ts'

export const errors: ErrorPhrases = {
  platform: {
    systemError: 'Internal error. Please try again later. Request: {requestId}',
    invalidUrl: 'Invalid URL: there is nothing at this address',
    tooFrequent: 'Operation too frequent. Try again in {seconds, plural, one {# second} other {# seconds}}',
    dataTooLarge: 'Data too large: at most {max} bytes',
    mediaType: 'Unsupported content type. Use a form, JSON or multipart',
    badPayload: 'Something is not right. Please check the marked fields',
    unreadableBody: 'The content cannot be read. Check its format and try again',
    duplicateKey: 'The field “{key}” was given twice. Keep one',
    noPermission: 'No permission. Ask the super administrator for “{privilege}”',
    timeIllegal: 'Time illegal: the start is later than the end',
    downloadTimedOut: 'The download timed out. Narrow it down and try again',
    superOnly: 'Only the super administrator may do this',
    wrongOrigin: 'The request came from another site. Use the pages of this system',
    unavailable: 'The service is not available right now. Please try again shortly',
    stale: '{actor} changed this while you were editing. Reload before you save',
  },
  session: { expired: 'Session expired, please log in again' },
  idempotency: {
    inProgress: 'The same request is being processed. Look for its result shortly',
    otherPayload: 'This idempotency key was used for other content. Use a new key',
    badKey: 'An idempotency key is 1 to 128 visible characters',
  },
  captcha: { listStale: 'The verification list has changed. Please try again' },
  identity: {
    loginFailed: 'Login failed. Check the account and the password',
    ordinaryUser: 'Ordinary users cannot log in to the developer center',
    notActivated: 'The account is not activated yet',
    disabled: 'This administrator is disabled. Contact the super administrator',
    validityOver: 'This administrator’s validity is over. Contact the super administrator',
  },
  developer: {
    becameFormal: 'Developer upgrade successful. Click OK to reload the page',
    serviceFeeUnpaid: 'The platform service fee is unpaid, so this is not possible now',
  },
  product: {
    notFound: 'The product does not exist or was deleted',
    licenseIdTaken: 'License ID {licenseId} belongs to the product “{name}”. Choose another',
    licenseIdReserved: 'License ID {licenseId} belonged to a deleted product and cannot be used again. Choose another',
    licenseIdImmutable: 'The license ID cannot change once created (it is {licenseId})',
    trialLimit: 'A trial developer can have {max, plural, one {# product} other {# products}}. Apply for formal status to have more',
    trialSoftForm: 'Soft licenses are not available to trial developers. Apply for formal status to use them',
    inUse: 'The product “{name}” is used by {count, plural, one {# template} other {# templates}}. Delete them first',
    formInUse: '{count, plural, one {# template still uses} other {# templates still use}} “{form}”, so it cannot be removed',
  },
}

import type { RulePhrases } from '../shape.ts'

export const rules: RulePhrases = {
  badFormat: '{field} has a wrong format',
  controlCharacters: '{field} must not contain control characters',
  dataAreaTooLarge: '{field} must not exceed {max} bytes',
  duplicateItemKey: 'The key “{key}” appears twice. Keys in one data area must differ',
  duplicateModule: 'Module ID {moduleId} appears twice',
  logoTooLarge: '{field} must not exceed {max} bytes (64 KB)',
  notBase64: '{field} is not valid Base64',
  notInteger: '{field} must be a whole number',
  notPng: '{field} must be a PNG picture',
  notUnique: '{field} must not repeat',
  required: '{field} is required',
  spaces: '{field} must not contain spaces',
  specialCharacters: '{field} must not contain special characters {characters} or their full-width forms',
  tooBig: '{field} must not be above {max, number}',
  tooFew: '{field} needs at least {min, plural, one {# item} other {# items}}',
  tooLong: '{field} must not exceed {max, plural, one {# character} other {# characters}}',
  tooMany: '{field} takes at most {max, plural, one {# item} other {# items}}',
  tooShort: '{field} needs at least {min, plural, one {# character} other {# characters}}',
  tooSmall: '{field} must not be below {min}',
  wrongType: '{field} has a wrong type',
}

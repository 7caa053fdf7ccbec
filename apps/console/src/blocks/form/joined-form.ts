// Joins two forms into one, for a part of a page that has its own form. They are checked, refused and left together.
import type { Form } from './form-state.ts'

type Part = Pick<Form<object>, 'errorsUnder' | 'isDirty' | 'check' | 'refuse' | 'refusedWith' | 'settle' | 'pointing'>

/**
 * The values of `part` are sent under `name`. Both forms get a refusal, and each shows the errors of its own fields.
 */
export function joinForms<Values extends object>(form: Form<Values>, name: string, part: Part): Form<Values> {
  return {
    ...form,
    errorsUnder: (path) =>
      path === name ? part.errorsUnder('') : form.errorsUnder(path) + (path === '' ? part.errorsUnder('') : 0),
    isDirty: () => form.isDirty() || part.isDirty(),
    check: () => {
      const own = form.check()
      // Check both, so that all errors show together.
      const others = part.check()
      return own && others && { ...own, [name]: others }
    },
    refuse: (refusal) => {
      form.refuse(refusal)
      part.refuse(refusal)
    },
    // Set only if neither form has a field for the refusal.
    refusedWith: part.refusedWith && form.refusedWith,
    settle: () => {
      form.settle()
      part.settle()
    },
    pointing: form.pointing + part.pointing,
  }
}

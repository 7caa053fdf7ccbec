// Two forms that are saved as one, where a part of a page brings a form of its own: checked together, refused together,
// left together.
import type { Form } from './form-state.ts'

type Part = Pick<Form<object>, 'errorsUnder' | 'isDirty' | 'check' | 'refuse' | 'refusedWith' | 'settle' | 'pointing'>

/** The values of `part` travel under `name`. What is refused goes to both: each takes what is about its own fields. */
export function joinForms<Values extends object>(form: Form<Values>, name: string, part: Part): Form<Values> {
  return {
    ...form,
    errorsUnder: (path) =>
      path === name ? part.errorsUnder('') : form.errorsUnder(path) + (path === '' ? part.errorsUnder('') : 0),
    isDirty: () => form.isDirty() || part.isDirty(),
    check: () => {
      const own = form.check()
      // Both are asked, so that all errors show at once.
      const others = part.check()
      return own && others && { ...own, [name]: others }
    },
    refuse: (refusal) => {
      form.refuse(refusal)
      part.refuse(refusal)
    },
    // Neither has a field for it.
    refusedWith: part.refusedWith && form.refusedWith,
    settle: () => {
      form.settle()
      part.settle()
    },
    pointing: form.pointing + part.pointing,
  }
}

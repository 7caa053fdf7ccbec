// Public interface of the template domain. The calls of `template` (smart licenses) and `pcTemplate` (accounts, codes,
// dongles) share one set of use cases. Each kind under `pcTemplate` has its own privileges.
import { LICENSE_FORMS, pcTemplateCalls, templateCalls, templatePrivilege } from '@sealwright/contract'
import type { TemplateContent, TemplateFamily, TemplateVerb } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import { requireAnyPrivilege } from '../../kernel/http/gates.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { ProductUse } from '../product/index.ts'
import {
  countAllUsing,
  countFamilies,
  countGranting,
  countUsingEach,
  countUsingForm,
  findOfAnyFamily,
  findVersion,
} from './template.queries.ts'
import { contentOf } from './template.rules.ts'
import { createTemplateService } from './template.service.ts'
import type { TemplateDeps } from './template.service.ts'
import type { StoredTerms, Template } from './template.tables.ts'

export {
  contentOf,
  differencesOf,
  grantAnswer,
  haveSameAreas,
  storedOf,
  termsAnswer,
  tidyContent,
  versionFacts,
  withoutUndefined,
} from './template.rules.ts'
export type { Digest } from './template.rules.ts'
export type { GroupPrices, TemplateUse } from './template.service.ts'
export type { StoredAreas, StoredTerms, Template } from './template.tables.ts'
export {
  findLastTerms,
  listNamedTemplates,
  listSeenNames,
  listTemplateNames,
  listTemplates,
  listTerms,
} from './template.queries.ts'

/** Answers the questions of the product domain. */
export const templatesOfProducts: ProductUse = {
  countTemplates: countUsingEach,
  countAllTemplates: countAllUsing,
  countTemplatesOfForm: (scope, licenseId, form) => countUsingForm(scope, licenseId, LICENSE_FORMS[form]),
  countGranting,
}

export interface Issuable {
  family: TemplateFamily
  /** Includes the temporary privileges. */
  template: Template
  content: TemplateContent
  terms: StoredTerms
}

/**
 * The content for licenses issued from a template now. Does not check the caller's privilege for the family: callers
 * must.
 */
export async function findContent(scope: Scope, guid: string): Promise<Issuable | undefined> {
  const template = await findOfAnyFamily(scope, guid)
  const present = template && (await findVersion(scope, guid, template.version))
  return (
    present && {
      family: template.family,
      template,
      content: contentOf(present.terms, present.areas),
      terms: present.terms,
    }
  )
}

export function createTemplate(deps: TemplateDeps): { bindings: Binding[]; figures: typeof countFamilies } {
  const service = createTemplateService(deps)

  function bindingsOf(calls: typeof templateCalls, familyOf: (payload: object) => TemplateFamily): Binding[] {
    /** The gate accepts a privilege for any kind of these calls. This check requires it for the kind in the payload. */
    const allowed = (scope: Scope, payload: object, ...verbs: TemplateVerb[]): TemplateFamily => {
      const family = familyOf(payload)
      requireAnyPrivilege(
        scope.caller,
        verbs.map((verb) => templatePrivilege(family, verb)),
        (name) => scope.say(`privileges.${name}`),
      )
      return family
    }
    return [
      answers(calls.count, async (scope, payload) => service.count(scope, allowed(scope, payload, 'view'))),
      answers(calls.listProducts, async (scope, payload) =>
        service.listProducts(scope, allowed(scope, payload, 'view', 'create', 'update'), payload),
      ),
      answers(calls.getProduct, async (scope, payload) => {
        allowed(scope, payload, 'view', 'create', 'update')
        return service.getProduct(scope, payload.licenseId)
      }),
      answers(calls.find, async (scope, payload) => service.find(scope, allowed(scope, payload, 'view'), payload)),
      answers(calls.get, async (scope, payload) => service.get(scope, allowed(scope, payload, 'view'), payload)),
      answers(calls.create, async (scope, payload) =>
        service.create(scope, allowed(scope, payload, 'create'), payload),
      ),
      answers(calls.update, async (scope, payload) =>
        service.update(scope, allowed(scope, payload, 'update'), payload),
      ),
      // A preview also shows the current values, so it requires `view` too.
      answers(calls.previewUpdate, async (scope, payload) =>
        service.previewUpdate(scope, allowed(scope, payload, 'update') && allowed(scope, payload, 'view'), payload),
      ),
      answers(calls.previewRestore, async (scope, payload) =>
        service.previewRestore(scope, allowed(scope, payload, 'update') && allowed(scope, payload, 'view'), payload),
      ),
      answers(calls.delete, async (scope, payload) =>
        service.removeOne(scope, allowed(scope, payload, 'delete'), payload.templateGuid),
      ),
      answers(calls.batchDelete, async (scope, payload) =>
        service.removeSeveral(scope, allowed(scope, payload, 'delete'), payload.templateGuids),
      ),
      answers(calls.switchModifyPrivilege, async (scope, payload) =>
        service.switchModifyPrivilege(
          scope,
          allowed(scope, payload, 'update'),
          payload.templateGuid,
          payload.privilegeName,
        ),
      ),
      answers(calls.findVersions, async (scope, payload) =>
        service.findVersions(scope, allowed(scope, payload, 'view'), payload),
      ),
      answers(calls.compareVersions, async (scope, payload) =>
        service.compareVersions(scope, allowed(scope, payload, 'view'), payload),
      ),
      answers(calls.restore, async (scope, payload) =>
        service.restore(scope, allowed(scope, payload, 'update'), payload),
      ),
    ]
  }

  return {
    figures: countFamilies,
    bindings: [
      ...bindingsOf(templateCalls, () => 'smart'),
      ...bindingsOf(pcTemplateCalls, (payload) => (payload as { kind: TemplateFamily }).kind), // decoded by the schema
    ],
  }
}

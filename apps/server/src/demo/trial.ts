// A developer on trial: one product, and the first people who try it.
import { pcLicenseCalls, pcTemplateCalls, productCalls, userCalls } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { foundDeveloper } from '../domains/developer/index.ts'
import { TRIAL_ACCOUNT } from './accounts.ts'
import type { Past } from './past.ts'
import { firstOf } from './story.ts'
import type { Day, Story } from './story.ts'

const SKETCHPAD = 200_101

export function trialDays(
  { make, words, now }: Pick<Story, 'make' | 'now' | 'words'>,
  { ground, center }: Past,
  { passwordHash, language }: { passwordHash: string; language: Locale },
): Day[] {
  const { developer, person, product, template, users } = words.trial

  async function begin() {
    const founded = await foundDeveloper(ground, {
      name: developer,
      status: 'trial',
      account: TRIAL_ACCOUNT,
      passwordHash,
      userName: person,
      locale: language,
    })
    const by = founded && (await center.findMember(founded.developerId, founded.accountId, now()))
    if (!by) throw new Error("the demo's trial developer cannot sign in")
    await make(
      productCalls.create,
      [
        {
          name: product.name,
          displayName: product.display,
          brief: product.brief,
          licenseForm: 1,
          licenseId: SKETCHPAD,
        },
      ],
      { by },
    )
    const { guid } = await firstOf(
      make(
        pcTemplateCalls.create,
        [
          {
            kind: 'account',
            name: template,
            licenseId: SKETCHPAD,
            licenseForm: 1,
            billingMode: 'day',
            licStartTimeType: 1,
            licDuration: 30,
          },
        ],
        { by },
      ),
    )
    const people = users.map((userName, index) => ({
      account: `sketch${index + 1}@studio.example`,
      userName,
      sendMail: false,
    }))
    const made = await make(userCalls.create, people, { by })
    const userIds = made.slice(1).map((user) => user.guid)
    await make(pcLicenseCalls.issue, [{ kind: 'account', templateGuids: [guid], userIds }], { by })
  }

  return [{ ago: 40, act: begin }]
}

// Campaigns: the public interface. `visit/` answers the public page, `mail/` sends promotion mails, `report/` has
// participants and numbers, `blacklist/` who cannot take part.
import { activityCalls, blacklistCalls, campaignReportCalls, campaignVisitCalls } from '@sealwright/contract'
import { answers, answersAlone, answersFile } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { AnyTaskKind } from '../task/index.ts'
import { createActing } from './campaign-acts.service.ts'
import { createManaging } from './campaign.service.ts'
import { createPromotion } from './mail/promotion.service.ts'
import type { PromotionDeps } from './mail/promotion.service.ts'
import { createVisiting } from './visit/visit.service.ts'
import type { VisitingDeps } from './visit/visit.service.ts'

export interface CampaignDeps extends VisitingDeps, PromotionDeps {}

export interface CampaignDomain {
  bindings: Binding[]
  taskKinds: AnyTaskKind[]
}

export function createCampaign(deps: CampaignDeps): CampaignDomain {
  const managing = createManaging(deps)
  const acting = createActing({ ...deps, managing })
  const visiting = createVisiting(deps)
  const promotion = createPromotion(deps)
  const later = async (): Promise<never> => {
    throw new Error('not built yet')
  }
  return {
    taskKinds: promotion.taskKinds,
    bindings: [
      answers(activityCalls.find, managing.find),
      answers(activityCalls.get, managing.get),
      answers(activityCalls.create, managing.create),
      answers(activityCalls.update, managing.update),
      answers(activityCalls.updateOngoing, managing.updateOngoing),
      answers(activityCalls.quote, managing.quote),
      answers(activityCalls.publish, acting.publish),
      answers(activityCalls.pause, acting.pause),
      answers(activityCalls.start, acting.start),
      answers(activityCalls.terminate, acting.terminate),
      answers(activityCalls.delete, managing.remove),
      answers(activityCalls.promote, promotion.promote),
      answers(campaignReportCalls.findUsers, later),
      answersFile(campaignReportCalls.exportUsers, later),
      answers(campaignReportCalls.withdraw, later),
      answers(campaignReportCalls.chart, later),
      answersFile(campaignReportCalls.exportChart, later),
      answers(blacklistCalls.findBlacklist, later),
      answers(blacklistCalls.addBlacklist, later),
      answers(blacklistCalls.updateBlacklist, later),
      answers(blacklistCalls.deleteBlacklist, later),
      answersFile(blacklistCalls.blacklistTemplate, later),
      answersAlone(blacklistCalls.importBlacklist, later),
      answers(blacklistCalls.findAttempts, later),
      answersAlone(campaignVisitCalls.visit, visiting.visit),
      answersAlone(campaignVisitCalls.sendCode, visiting.sendCode),
      answersAlone(campaignVisitCalls.register, visiting.register),
      answersAlone(campaignVisitCalls.join, visiting.join),
      answersAlone(campaignVisitCalls.subscription, promotion.subscription),
      answersAlone(campaignVisitCalls.unsubscribe, promotion.unsubscribe),
    ],
  }
}

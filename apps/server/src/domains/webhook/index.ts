// Webhooks: the public interface.
import { webhookCalls } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { NetworkException } from '../../kernel/network-guard.ts'
import { createDeliveryService } from './delivery.service.ts'
import { createPost } from './post.service.ts'
import { webhookPurgeJob } from './webhook.job.ts'
import { createWebhookGuard } from './webhook.rules.ts'
import { createWebhookService } from './webhook.service.ts'
import { createWorker } from './worker.service.ts'
import type { Worker, WorkerDeps } from './worker.service.ts'

export { countFailing as countFailingWebhooks } from './webhook.queries.ts'

export interface WebhookDeps extends Omit<WorkerDeps, 'post'> {
  /** Places in the operator's own network that deliveries may go to. */
  allowed: readonly NetworkException[]
}

export interface WebhookCenter {
  bindings: Binding[]
  jobs: Job[]
  worker: Worker
}

export function createWebhook(deps: WebhookDeps): WebhookCenter {
  const guard = createWebhookGuard(deps.allowed)
  const webhooks = createWebhookService({ ...deps, guard })
  const deliveries = createDeliveryService()
  return {
    worker: createWorker({ ...deps, post: createPost(guard) }),
    jobs: [webhookPurgeJob(deps)],
    bindings: [
      answers(webhookCalls.find, webhooks.find),
      answers(webhookCalls.get, webhooks.get),
      answers(webhookCalls.create, webhooks.create),
      answers(webhookCalls.update, webhooks.update),
      answers(webhookCalls.setEnabled, webhooks.setEnabled),
      answers(webhookCalls.rotate, webhooks.rotate),
      answers(webhookCalls.delete, webhooks.remove),
      answers(webhookCalls.sendTest, deliveries.sendTest),
      answers(webhookCalls.deliveries, deliveries.deliveries),
      answers(webhookCalls.delivery, deliveries.delivery),
      answers(webhookCalls.sendAgain, deliveries.sendAgain),
    ],
  }
}

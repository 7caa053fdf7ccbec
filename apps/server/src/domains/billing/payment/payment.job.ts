// Settles top-ups in the background.
import * as z from 'zod/mini'
import { defineJob } from '../../../kernel/jobs/jobs.ts'
import type { Job } from '../../../kernel/jobs/jobs.ts'
import type { PaymentCenter } from './payment.service.ts'

export const reconcileJob = ({ reconcile }: Pick<PaymentCenter, 'reconcile'>): Job =>
  defineJob({ name: 'payment.reconcile', payload: z.object({}), schedule: '* * * * *', retries: 0, run: reconcile })

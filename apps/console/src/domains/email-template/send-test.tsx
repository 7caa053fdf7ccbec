// Sends the mail with sample values to the person's own address.
import { emailTemplateCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { Send } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { useAct } from '../../lib/call/client.ts'
import { Can } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'

export function SendTest({ texts }: { texts: PayloadOf<typeof emailTemplateCalls.sendTest> }) {
  const t = usePhrases()
  const { act, isActing } = useAct(emailTemplateCalls.sendTest, {
    onDone: ({ to }) => toast.success(t('emailTemplate.test.done', { to })),
  })
  return (
    <Can call={emailTemplateCalls.sendTest}>
      <Button icon={Send} isBusy={isActing} onPress={() => void act(texts)}>
        {t('emailTemplate.actions.sendTest')}
      </Button>
    </Can>
  )
}

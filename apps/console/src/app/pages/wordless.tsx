// Shown if the phrases could not be loaded. These are the only texts outside of the phrases, in both languages.
import { CloudAlert } from 'lucide-react'
import { PageNotice } from './page-notice.tsx'

export function Wordless() {
  return (
    <div role="alert">
      <PageNotice
        icon={CloudAlert}
        title="页面未能加载 · The page did not load"
        action={
          <button type="button" className="sw-button" onClick={() => location.reload()}>
            重试 · Retry
          </button>
        }
      >
        <p lang="zh-CN">网络较慢，或系统刚刚更新过。请检查网络后重试。</p>
        <p lang="en">The network is slow, or the system was just updated. Check the network and try again.</p>
      </PageNotice>
    </div>
  )
}
